#include "operator/param.h"

#include <charconv>
#include <cstring>

namespace mxnet {
namespace {

template <typename Number>
Number number(const std::string& key, const char*& at, const char* end) {
  Number value{};
  const auto [stop, error] = std::from_chars(at, end, value);
  check(error == std::errc(), "attribute " + key + " is not a number");
  at = stop;
  return value;
}

}  // namespace

const std::string& AttrReader::at(const std::string& key) const {
  const auto found = m_dict.find(key);
  check(found != m_dict.end(), "attribute " + key + " is missing");
  return found->second;
}

bool AttrReader::has(const std::string& key) const {
  const auto found = m_dict.find(key);
  return found != m_dict.end() && found->second != "None";
}

int64_t AttrReader::integer(const std::string& key) const {
  const std::string& text = at(key);
  const char* start = text.data();
  return number<int64_t>(key, start, start + text.size());
}

int64_t AttrReader::integer(const std::string& key, int64_t otherwise) const {
  return has(key) ? integer(key) : otherwise;
}

double AttrReader::real(const std::string& key, double otherwise) const {
  if (!has(key)) {
    return otherwise;
  }
  const std::string& text = at(key);
  const char* start = text.data();
  return number<double>(key, start, start + text.size());
}

bool AttrReader::flag(const std::string& key, bool otherwise) const {
  if (!has(key)) {
    return otherwise;
  }
  const std::string& text = at(key);
  return text == "True" || text == "true" || text == "1";
}

std::string AttrReader::text(const std::string& key, const std::string& otherwise) const {
  return has(key) ? at(key) : otherwise;
}

DType AttrReader::dtype(const std::string& key, DType otherwise) const {
  if (!has(key)) {
    return otherwise;
  }
  const std::string& name = at(key);
  if (name == "float32") {
    return DType::float32;
  }
  check(name == "int32", "attribute " + key + ": there is no element type " + name);
  return DType::int32;
}

std::vector<int64_t> AttrReader::integers(const std::string& key, int64_t none) const {
  std::vector<int64_t> values;
  values.reserve(Shape::k_max_ndim);
  const std::string& text = at(key);
  const char* start = text.data();
  const char* const end = start + text.size();
  while (start != end) {
    if (*start == '-' || (*start >= '0' && *start <= '9')) {
      values.push_back(number<int64_t>(key, start, end));
    } else if (*start == 'N') {
      check(end - start >= 4, "attribute " + key + " is not a list of numbers");
      values.push_back(none);
      start += 4;
    } else {
      ++start;  // brackets, commas, spaces
    }
  }
  return values;
}

void merge_shape(Shape* shape, const Shape& other) {
  if (!other.rank_known()) {
    return;
  }
  if (!shape->rank_known()) {
    *shape = other;
    return;
  }
  bool fits = shape->ndim() == other.ndim();
  for (int i = 0; fits && i < shape->ndim(); ++i) {
    if ((*shape)[i] < 0) {
      (*shape)[i] = other[i];
    }
    fits = other[i] < 0 || (*shape)[i] == other[i];
  }
  check(fits, "shapes " + shape->str() + " and " + other.str() + " do not agree");
}

bool same_shape(const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
  Shape shape;
  for (const auto* side : {in, out}) {
    for (const Shape& each : *side) {
      merge_shape(&shape, each);
    }
  }
  std::fill(in->begin(), in->end(), shape);
  std::fill(out->begin(), out->end(), shape);
  return shape.known();
}

bool same_type(const Param&, std::vector<DType>* in, std::vector<DType>* out) {
  DType type = DType::unknown;
  for (const auto* side : {in, out}) {
    for (const DType each : *side) {
      check(type == DType::unknown || each == DType::unknown || each == type,
            "element types differ");
      type = type == DType::unknown ? each : type;
    }
  }
  std::fill(in->begin(), in->end(), type);
  std::fill(out->begin(), out->end(), type);
  return type != DType::unknown;
}

int num_args(const AttrDict& dict) {
  return static_cast<int>(AttrReader(dict).integer("num_args"));
}

void copy_elements(const Tensor& from, const Tensor& to) {
  if (from.data != to.data) {
    std::memcpy(to.data, from.data, from.size() * k_element_bytes);
  }
}

}  // namespace mxnet
