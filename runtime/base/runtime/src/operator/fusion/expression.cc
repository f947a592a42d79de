#include "operator/fusion/expression.h"

#include <charconv>
#include <unordered_map>

#include "operator/param.h"

namespace mxnet::fusion {
namespace {

using rtc::Instruction;
using rtc::OpCode;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_input(const std::string& word) {
  return word.size() > 1 && word[0] == '_' && is_digit(word[1]);
}

float attribute(const Operands& operands, const std::string& name) {
  return static_cast<float>(AttrReader(*operands.dict).real(name, 0.0));
}

const std::unordered_map<std::string, OpCode>& functions() {
  static const std::unordered_map<std::string, OpCode> all = {
      {"abs", OpCode::abs}, {"exp", OpCode::exp}, {"log", OpCode::log}, {"sqrt", OpCode::sqrt},
      {"tanh", OpCode::tanh}, {"erf", OpCode::erf}, {"floor", OpCode::floor},
      {"power", OpCode::power}, {"mod", OpCode::mod}, {"maximum", OpCode::maximum},
      {"minimum", OpCode::minimum}, {"equal", OpCode::equal}, {"not_equal", OpCode::not_equal},
      {"greater", OpCode::greater}, {"lesser", OpCode::lesser}};
  return all;
}

/// Splits an expression into words, numbers and single signs.
class Words {
 public:
  explicit Words(const std::string& text) : m_text(text) { next(); }

  const std::string& word() const { return m_word; }  // empty at the end
  std::string take() {
    std::string taken = m_word;
    next();
    return taken;
  }
  bool accept(const std::string& wanted) {
    const bool found = m_word == wanted;
    if (found) {
      next();
    }
    return found;
  }

 private:
  void next() {
    while (m_at < m_text.size() && m_text[m_at] == ' ') {
      ++m_at;
    }
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && is_word(m_text[m_at])) {
      ++m_at;
    }
    m_at += m_at == begin && m_at < m_text.size() ? 1 : 0;
    m_word = m_text.substr(begin, m_at - begin);
  }

  const std::string& m_text;
  std::size_t m_at = 0;
  std::string m_word;
};

/// sum = product {("+" | "-") product}, product = factor {("*" | "/") factor},
/// factor = "-" factor | "(" sum ")" | number | input | attribute | function "(" ... ")"
class Lowering {
 public:
  Lowering(const std::string& expression, const Operands& operands, std::vector<Instruction>* code)
      : m_words(expression), m_operands(operands), m_code(*code) {}

  int lower() {
    const int result = sum();
    check(m_words.word().empty(), "expression: unexpected " + m_words.word());
    return result;
  }

 private:
  int emit(const Instruction& instruction) {
    m_code.push_back(instruction);
    return static_cast<int>(m_code.size()) - 1;
  }
  int sum() {
    int left = product();
    while (m_words.word() == "+" || m_words.word() == "-") {
      const OpCode code = m_words.take() == "+" ? OpCode::add : OpCode::sub;
      left = emit({code, left, product()});
    }
    return left;
  }
  int product() {
    int left = factor();
    while (m_words.word() == "*" || m_words.word() == "/") {
      const OpCode code = m_words.take() == "*" ? OpCode::mul : OpCode::div;
      left = emit({code, left, factor()});
    }
    return left;
  }
  int factor() {
    if (m_words.accept("-")) {
      return emit({OpCode::negative, factor()});
    }
    if (m_words.accept("(")) {
      const int inner = sum();
      expect(")");
      return inner;
    }
    const std::string word = m_words.take();
    if (m_words.accept("(")) {
      return call(word);
    }
    if (is_input(word)) {
      return m_operands.values.at(std::stoul(word.substr(1)));
    }
    check(!word.empty(), "expression ends too early");
    const float value = is_digit(word[0]) ? std::stof(word) : attribute(m_operands, word);
    return emit({OpCode::constant, -1, -1, value});
  }
  int call(const std::string& name) {
    const int first = sum();
    if (name == "cast") {
      expect(")");
      return m_operands.cast == OpCode::load ? first : emit({m_operands.cast, first});
    }
    const auto found = functions().find(name);
    check(found != functions().end(), "expression: unknown function " + name);
    const int second = m_words.accept(",") ? sum() : -1;
    expect(")");
    return emit({found->second, first, second});
  }
  void expect(const std::string& wanted) {
    check(m_words.accept(wanted), "expression: expected " + wanted);
  }

  Words m_words;
  const Operands& m_operands;
  std::vector<Instruction>& m_code;
};

std::string literal(float value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof(text), value);
  std::string out(text, end);
  if (out.find_first_of(".en") == std::string::npos) {
    out += ".0";
  }
  return out + "f";
}

}  // namespace

std::string written(const std::string& expression, const Operands& operands) {
  std::string out;
  Words words(expression);
  while (!words.word().empty()) {
    const std::string word = words.take();
    const bool is_call = is_word(word[0]) && words.word() == "(";
    if (is_input(word)) {
      out += operands.texts.at(std::stoul(word.substr(1)));
    } else if (is_word(word[0]) && !is_call) {
      out += literal(is_digit(word[0]) ? std::stof(word) : attribute(operands, word));
    } else if (word == "," || word == ")" || word == "(" || is_call) {
      out += word == "," ? ", " : word;
    } else {
      out += out.empty() || out.back() == '(' ? word : " " + word + " ";
    }
  }
  return out;
}

int lower(const std::string& expression, const Operands& operands,
          std::vector<rtc::Instruction>* code) {
  return Lowering(expression, operands, code).lower();
}

}  // namespace mxnet::fusion
