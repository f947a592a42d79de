#pragma once

#include "core/round.hpp"

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace bisect::engine {

/// The two ends of a strategy's conversation with the outside: it asks for a round and waits. A
/// strategy written as coroutines reads as a straight line and yet is a state machine without any
/// reference to the world: the same answers always lead to the same questions.
class Dialogue {
 public:
  Dialogue() = default;
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  class Question {
   public:
    Question(Dialogue& dialogue, core::RoundRequest request)
        : m_dialogue(dialogue), m_request(std::move(request)) {}
    [[nodiscard]] bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> asker) {
      m_dialogue.m_pending = std::move(m_request);
      m_dialogue.m_asker = asker;
    }
    [[nodiscard]] core::RoundOutcome await_resume() { return std::move(m_dialogue.m_answer); }

   private:
    Dialogue& m_dialogue;
    core::RoundRequest m_request;
  };

  [[nodiscard]] Question ask(core::RoundRequest request) { return {*this, std::move(request)}; }

  /// The round that is waited for; empty before the start and after the end.
  [[nodiscard]] const std::optional<core::RoundRequest>& pending() const { return m_pending; }

  /// Hands over the outcome of the pending round and runs on to the next question or the end.
  void answer(core::RoundOutcome outcome) {
    m_answer = std::move(outcome);
    m_pending.reset();
    std::exchange(m_asker, nullptr).resume();
  }

 private:
  std::optional<core::RoundRequest> m_pending;
  core::RoundOutcome m_answer;
  std::coroutine_handle<> m_asker;
};

/// A part of a strategy that asks rounds and ends with a T. Lazy: starts when awaited (or started).
template <class T>
class [[nodiscard]] Inquiry {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  struct promise_type {
    std::optional<T> result;
    std::exception_ptr failure;
    std::coroutine_handle<> continuation;

    Inquiry get_return_object() { return Inquiry{Handle::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct ToContinuation {
        bool await_ready() const noexcept { return false; }
        std::coroutine_handle<> await_suspend(Handle ended) noexcept {
          if (ended.promise().continuation) return ended.promise().continuation;
          return std::noop_coroutine();
        }
        void await_resume() const noexcept {}
      };
      return ToContinuation{};
    }
    void return_value(T value) { result = std::move(value); }
    void unhandled_exception() { failure = std::current_exception(); }
  };

  Inquiry(Inquiry&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}
  Inquiry& operator=(Inquiry&&) = delete;
  ~Inquiry() {
    if (m_handle) m_handle.destroy();
  }

  [[nodiscard]] bool await_ready() const { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) {
    m_handle.promise().continuation = awaiting;
    return m_handle;
  }
  T await_resume() { return result(); }

  /// For the outermost inquiry: runs to its first question or its end.
  void start() { m_handle.resume(); }
  [[nodiscard]] bool done() const { return m_handle.done(); }
  /// What it ended with; throws what the coroutine threw.
  [[nodiscard]] const T& result() const {
    const promise_type& promise = m_handle.promise();
    if (promise.failure) std::rethrow_exception(promise.failure);
    return *promise.result;
  }

 private:
  explicit Inquiry(Handle handle) : m_handle(handle) {}
  Handle m_handle;
};

}  // namespace bisect::engine
