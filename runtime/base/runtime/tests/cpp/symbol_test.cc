#include <gtest/gtest.h>

#include "graph/symbol.h"

namespace mxnet {
namespace {

Symbol small_net() {
  const Symbol data = Symbol::variable("data");
  const Symbol top = Symbol::create(Op::get("topk"), "top \"two\"",
                                    {{"k", "2"}, {"ret_typ", "both"}}, {data});
  return Symbol::group({top.output(1), top.output(0), data});
}

TEST(Symbol, JsonComesBackTheSame) {
  const std::string json = small_net().to_json();
  EXPECT_EQ(Symbol::from_json(json).to_json(), json);
}

TEST(Symbol, BrokenJsonIsRefused) {
  const std::string json = small_net().to_json();
  EXPECT_THROW(Symbol::from_json(json.substr(0, json.size() / 2)), Error);
  EXPECT_THROW(Symbol::from_json("{\"heads\": [[0, 0]]}"), Error);
}

TEST(Symbol, MissingInputsBecomeVariables) {
  const Symbol dense = Symbol::create(Op::get("FullyConnected"), "fc",
                                      {{"num_hidden", "3"}, {"no_bias", "True"}}, {});
  EXPECT_EQ(dense.list_arguments(), (std::vector<std::string>{"fc_data", "fc_weight"}));
}

}  // namespace
}  // namespace mxnet
