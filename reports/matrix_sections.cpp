#include "reports/matrix_sections.hpp"

#include "reports/headline.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace bisect::reports {
namespace {

using core::Matrix;
using core::MatrixCell;
using core::Tendency;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + one_line(names[i]);
  return text;
}

std::string name_of(const core::MatrixSetting& setting) {
  return setting.name.empty() ? "(no setting)" : setting.name;
}

std::string name_of(const Matrix& matrix, std::size_t cell) {
  const std::string& label = matrix.labels[cell / matrix.settings.size()];
  const std::string& setting = matrix.settings[cell % matrix.settings.size()].name;
  return one_line(setting.empty() ? label : label + ", " + setting);
}

/// Revisions, by index, at which a setting has the verdict.
std::vector<std::size_t> rows_with(const Matrix& matrix, std::size_t setting, Tendency verdict) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < matrix.revisions.size(); ++row)
    if (matrix.at(row, setting).verdict == verdict) rows.push_back(row);
  return rows;
}

bool any_between(const std::vector<std::size_t>& rows, std::size_t first, std::size_t last) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](std::size_t row) { return row >= first && row <= last; });
}

/// "from v1.7.0 on", "up to v1.6.0", "from v1.6.0 to v1.7.0", "at v1.6.0", "at every revision": where it
/// fails, told from where it works; what cannot be tested says nothing.
std::string span(const Matrix& matrix, const std::vector<std::size_t>& failing,
                 const std::vector<std::size_t>& working) {
  const std::size_t first = failing.front();
  const std::size_t last = failing.back();
  const bool is_before = any_between(working, 0, first);
  const bool is_after = any_between(working, last, matrix.revisions.size());
  const auto label = [&](std::size_t row) { return one_line(matrix.labels[row]); };
  if (any_between(working, first, last)) {
    std::vector<std::string> names;
    for (const std::size_t row : failing) names.push_back(matrix.labels[row]);
    return "at " + joined(names);
  }
  if (!is_before && !is_after) return "at every revision";
  if (first == last && (is_after || matrix.revisions.size() == 1)) return "at " + label(first);
  if (!is_after) return "from " + label(first) + " on";
  if (!is_before) return "up to " + label(last);
  return "from " + label(first) + " to " + label(last);
}

/// What all of these settings say, and none of the others.
std::vector<std::string> distinctive(const Matrix& matrix, const std::vector<std::size_t>& chosen) {
  std::vector<std::string> traits;
  for (const std::string& trait : matrix.settings[chosen.front()].traits) {
    bool tells = true;
    for (std::size_t setting = 0; setting < matrix.settings.size(); ++setting) {
      const bool is_chosen = std::find(chosen.begin(), chosen.end(), setting) != chosen.end();
      tells = tells && matrix.settings[setting].traits.contains(trait) == is_chosen;
    }
    if (tells) traits.push_back(trait);
  }
  return traits;
}

/// "only with -DUSE_X=ON (pip, source)", "in every setting".
std::string which_settings(const Matrix& matrix, const std::vector<std::size_t>& failing) {
  if (matrix.settings.size() == 1) return "";
  if (failing.size() == matrix.settings.size()) return " in every setting";
  std::vector<std::string> names;
  for (const std::size_t setting : failing) names.push_back(name_of(matrix.settings[setting]));
  const std::vector<std::string> traits = distinctive(matrix, failing);
  if (traits.size() != 1) return " only with " + joined(names);
  return " only with " + one_line(traits.front()) + " (" + joined(names) + ")";
}

std::string failures_clause(const Matrix& matrix) {
  std::map<std::string, std::vector<std::size_t>> by_span;
  std::vector<std::size_t> all;
  std::size_t works = 0;
  for (std::size_t setting = 0; setting < matrix.settings.size(); ++setting) {
    const auto failing = rows_with(matrix, setting, Tendency::failing);
    const auto working = rows_with(matrix, setting, Tendency::passing);
    works += working.size();
    if (failing.empty()) continue;
    by_span[span(matrix, failing, working)].push_back(setting);
    all.push_back(setting);
  }
  if (all.empty()) return works == 0 ? "nothing can be tested" : "works wherever it can be tested";
  if (works == 0) return "fails wherever it can be tested";
  if (by_span.size() == 1)
    return "fails" + which_settings(matrix, all) + ", " + by_span.begin()->first;
  std::string text = "fails" + which_settings(matrix, all);
  for (const auto& [where, settings] : by_span)
    for (const std::size_t setting : settings)
      text += (text.find(": ") == std::string::npos ? ": " : ", ") +
              one_line(name_of(matrix.settings[setting])) + " " + where;
  return text;
}

/// The cell that is furthest from the reference, where it is clear of it.
std::string furthest_clause(const Matrix& matrix) {
  std::optional<std::size_t> furthest;
  for (std::size_t cell = 0; cell < matrix.cells.size(); ++cell) {
    const auto& ratio = matrix.cells[cell].ratio;
    if (!ratio || (ratio->low <= 1 && ratio->high >= 1)) continue;
    if (!furthest || std::abs(std::log(ratio->value)) >
                         std::abs(std::log(matrix.cells[*furthest].ratio->value)))
      furthest = cell;
  }
  if (!furthest) return "";
  return "; furthest from " + one_line(matrix.reference) + " is " + name_of(matrix, *furthest) + ": " +
         one_line(matrix.metric) + " " + change_text(*matrix.cells[*furthest].ratio, matrix.unit);
}

std::string stage_text(const core::NotTestable& why) {
  if (why.stage == core::Stage::run) return "flaky";
  return why.stage == core::Stage::build ? "does not build" : "no " + core::to_text(why.stage);
}

std::string cell_text(const Matrix& matrix, const MatrixCell& cell) {
  if (cell.why) return stage_text(*cell.why);
  if (cell.verdict == Tendency::untestable) return "not tried";
  if (cell.verdict == Tendency::failing) return "fails";
  if (!cell.failure.empty()) return "too slow";
  if (!cell.mean) return "works";
  std::string text = quantity(*cell.mean, matrix.unit);
  if (cell.ratio) text += ", " + signed_percent(cell.ratio->value - 1);
  return text;
}

}  // namespace

std::string matrix_line(const Matrix& matrix) {
  return failures_clause(matrix) + furthest_clause(matrix);
}

Table matrix_table(const Matrix& matrix) {
  Table table{{{"revision"}, {"commit"}}, {}};
  for (const core::MatrixSetting& setting : matrix.settings)
    table.columns.push_back({one_line(name_of(setting))});
  for (std::size_t row = 0; row < matrix.revisions.size() && !matrix.cells.empty(); ++row) {
    std::vector<std::string> cells{one_line(matrix.labels[row]), core::short_id(matrix.revisions[row].id)};
    for (std::size_t setting = 0; setting < matrix.settings.size(); ++setting)
      cells.push_back(cell_text(matrix, matrix.at(row, setting)));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table matrix_reasons(const Matrix& matrix) {
  std::map<std::string, std::vector<std::string>> cells_by_reason;
  for (std::size_t cell = 0; cell < matrix.cells.size(); ++cell) {
    const MatrixCell& row = matrix.cells[cell];
    const std::string reason = row.why ? core::to_text(row.why->stage) + ": " + row.why->reason : row.failure;
    if (!reason.empty()) cells_by_reason[one_line(reason)].push_back(name_of(matrix, cell));
  }
  Table table{{{"cells"}, {"reason"}}, {}};
  for (const auto& [reason, cells] : cells_by_reason) {
    std::string names;
    for (const std::string& name : cells) names += (names.empty() ? "" : "; ") + name;
    table.rows.push_back({names, reason});
  }
  return table;
}

std::optional<Contrast> contrast_in(const Matrix& matrix) {
  for (std::size_t row = 0; row < matrix.revisions.size() && !matrix.cells.empty(); ++row)
    for (std::size_t bad = 0; bad < matrix.settings.size(); ++bad)
      for (std::size_t good = 0; good < matrix.settings.size(); ++good)
        if (matrix.at(row, bad).verdict == Tendency::failing &&
            matrix.at(row, good).verdict == Tendency::passing)
          return Contrast{matrix.labels[row], matrix.settings[good].name, matrix.settings[bad].name};
  return std::nullopt;
}

}  // namespace bisect::reports
