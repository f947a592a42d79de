#include "reports/attribution_json.hpp"

#include "reports/json_value.hpp"

namespace bisect::reports {
namespace {

using nlohmann::json;

/// null where the variant was not measured.
json number_of(const core::Variant& variant, double value) {
  return variant.mean ? finite(value) : json(nullptr);
}

json against_whole(const core::Variant& variant) {
  if (!variant.whole) return nullptr;
  json object{{"t", finite(variant.whole->t)},
              {"p_value", between_0_and_1(variant.whole->p_pooled, 1)},
              {"p_holm", between_0_and_1(variant.whole->p_holm, 1)},
              {"p_rank", between_0_and_1(variant.whole->p_rank, 1)}};
  put_ratio(object, variant.whole->ratio);
  return object;
}

json object_of(const core::Variant& variant) {
  json object{{"name", text(variant.name)},
              {"parts", texts(variant.parts)},
              {"verdict", core::to_text(variant.verdict)},
              {"n", variant.n},
              {"mean", number_of(variant, variant.mean.value_or(0))},
              {"sd", number_of(variant, variant.sd)},
              {"min", number_of(variant, variant.min)},
              {"q1", number_of(variant, variant.q1)},
              {"median", number_of(variant, variant.median)},
              {"p_value", between_0_and_1(variant.p_value, 1)},
              {"whole", against_whole(variant)},
              {"same_as", text(variant.same_as)},
              {"note", text(variant.note)}};
  put_ratio(object, variant.ratio);
  if (variant.why) {
    object["stage"] = core::to_text(variant.why->stage);
    object["reason"] = text(variant.why->reason);
    object["log"] = text(variant.why->log);
  }
  return object;
}

json object_of(const core::PartEffect& effect) {
  json object{{"name", text(effect.name)},
              {"kind", effect.kind == core::EffectKind::part ? "part" : "interaction"},
              {"parts", texts(effect.parts)},
              {"verdict", core::to_text(effect.verdict)},
              {"n", effect.n},
              {"p_value", between_0_and_1(effect.p_value, 1)},
              {"p_holm", between_0_and_1(effect.p_holm, 1)},
              {"share", effect.share ? finite(effect.share->value) : json(nullptr)},
              {"share_low", effect.share ? finite(effect.share->low) : json(nullptr)},
              {"share_high", effect.share ? finite(effect.share->high) : json(nullptr)}};
  put_ratio(object, effect.ratio);
  return object;
}

}  // namespace

void put_attribution(json& finding, const core::Attribution& attribution) {
  json parts = json::array(), variants = json::array(), effects = json::array();
  for (const core::Part& part : attribution.parts)
    parts.push_back({{"name", text(part.name)}, {"paths", texts(part.paths)}});
  for (const core::Variant& variant : attribution.variants) variants.push_back(object_of(variant));
  for (const core::PartEffect& effect : attribution.effects) effects.push_back(object_of(effect));
  finding["parts"] = std::move(parts);
  finding["variants"] = std::move(variants);
  finding["effects"] = std::move(effects);
  if (attribution.screening)
    finding["screening"] = {{attribution.compared.piece + "s", attribution.screening->pieces},
                            {"variants", attribution.screening->variants}};
  if (!attribution.causes.empty()) {
    json causes = json::array();
    for (const core::Cause& cause : attribution.causes)
      causes.push_back({{"parts", texts(cause.parts)}, {"needed", texts(cause.needed)}});
    finding["causes"] = std::move(causes);
    finding["rest"] = text(attribution.rest_verdict);
  }
  finding["needs"] = texts(attribution.needs);
}

}  // namespace bisect::reports
