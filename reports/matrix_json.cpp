#include "reports/matrix_json.hpp"

#include "reports/json_value.hpp"

namespace bisect::reports {
namespace {

using nlohmann::json;

json object_of(const core::MatrixCell& cell) {
  json object{{"verdict", core::to_text(cell.verdict)},
              {"n", cell.runs},
              {"mean", cell.mean ? finite(*cell.mean) : json(nullptr)},
              {"failure", text(cell.failure)},
              {"same_as", text(cell.same_as)}};
  put_ratio(object, cell.ratio);
  if (cell.why) {
    object["stage"] = core::to_text(cell.why->stage);
    object["reason"] = text(cell.why->reason);
    object["log"] = text(cell.why->log);
  }
  return object;
}

}  // namespace

json matrix_object(const core::Matrix& matrix) {
  json revisions = json::array(), settings = json::array(), cells = json::array();
  for (std::size_t at = 0; at < matrix.revisions.size(); ++at)
    revisions.push_back({{"label", text(matrix.labels[at])},
                         {"id", text(matrix.revisions[at].id.text())},
                         {"subject", text(matrix.revisions[at].subject)}});
  for (const core::MatrixSetting& setting : matrix.settings) settings.push_back(text(setting.name));
  for (std::size_t cell = 0; cell < matrix.cells.size(); ++cell) {
    json object = object_of(matrix.cells[cell]);
    object["revision"] = text(matrix.labels[cell / matrix.settings.size()]);
    object["setting"] = text(matrix.settings[cell % matrix.settings.size()].name);
    cells.push_back(std::move(object));
  }
  return {{"revisions", std::move(revisions)}, {"settings", std::move(settings)},
          {"cells", std::move(cells)},         {"metric", text(matrix.metric)},
          {"unit", text(matrix.unit)},         {"reference", text(matrix.reference)}};
}

}  // namespace bisect::reports
