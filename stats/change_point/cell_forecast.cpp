#include "stats/change_point/cell_forecast.hpp"

#include <cstddef>

namespace bisect::change_point {
namespace {

/// Steps are weakly expected to be of this size (log units).
constexpr double k_step_sd = 0.06;

}  // namespace

CellForecaster::CellForecaster(const CellGeometry& cells, const ChangePosterior& posterior,
                               const DriftScales& drift)
    : m_cells(cells), m_posterior(posterior), m_drift(drift),
      m_factor(cells.covariance(posterior.noise)) {
  for (int gap = -1; gap < static_cast<int>(posterior.gaps.size()); ++gap)
    m_fits.push_back(fit(gap));
}

CellForecaster::Fit CellForecaster::fit(int gap) const {
  const auto known = static_cast<Eigen::Index>(m_cells.fitted.size());
  Eigen::MatrixXd design(m_cells.size(), gap < 0 ? known : known + 1);
  for (Eigen::Index i = 0; i < m_cells.size(); ++i) {
    const int group = m_cells.group[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k < known; ++k)
      design(i, k) = group >= m_cells.fitted[static_cast<std::size_t>(k)] ? 1.0 : 0.0;
    if (gap >= 0) design(i, known) = group > gap ? 1.0 : 0.0;
  }
  Fit result;
  result.design = m_factor.solve(design);
  Eigen::MatrixXd information = design.transpose() * result.design;
  if (gap >= 0) information(known, known) += 1.0 / (k_step_sd * k_step_sd);
  result.covariance = information.inverse();
  result.effects = result.covariance * (result.design.transpose() * m_cells.means);
  result.residuals = m_factor.solve(m_cells.means - design * result.effects);
  return result;
}

std::vector<Forecast> CellForecaster::predict(std::span<const Hypothesis> hypotheses,
                                              std::span<const NewCell> cells, double time) const {
  const Noise& noise = m_posterior.noise;
  const double bias = noise.build_bias * noise.build_bias;
  const double drift = noise.drift * noise.drift;
  const auto count = static_cast<Eigen::Index>(cells.size());
  const auto at = [&](Eigen::Index e) -> const NewCell& { return cells[static_cast<std::size_t>(e)]; };
  const auto known = static_cast<Eigen::Index>(m_cells.fitted.size());
  const auto first_after = [&](Eigen::Index k) {
    return m_cells.commits[static_cast<std::size_t>(m_cells.fitted[static_cast<std::size_t>(k)])];
  };
  Eigen::MatrixXd shared(m_cells.size(), count);
  for (Eigen::Index i = 0; i < m_cells.size(); ++i) {
    const auto old = static_cast<std::size_t>(i);
    const double common = drift * m_drift.correlation(time - m_cells.time[old]);
    for (Eigen::Index e = 0; e < count; ++e)
      shared(i, e) = common + (at(e).build == m_cells.build[old] ? bias : 0.0);
  }
  Eigen::MatrixXd unexplained = -shared.transpose() * m_factor.solve(shared);
  unexplained.array() += drift;
  unexplained.diagonal().array() += bias;

  std::vector<Forecast> forecasts;
  for (const Hypothesis& hypothesis : hypotheses) {
    const Fit& fit = m_fits[static_cast<std::size_t>(hypothesis.gap + 1)];
    Eigen::MatrixXd design(count, fit.effects.size());
    for (Eigen::Index e = 0; e < count; ++e) {
      for (Eigen::Index k = 0; k < known; ++k) design(e, k) = at(e).commit >= first_after(k) ? 1.0 : 0.0;
      if (hypothesis.gap >= 0) design(e, known) = at(e).commit >= hypothesis.changed_at ? 1.0 : 0.0;
    }
    const Eigen::VectorXd mean = design * fit.effects + shared.transpose() * fit.residuals;
    const Eigen::MatrixXd rest = design - shared.transpose() * fit.design;
    const Eigen::MatrixXd covariance = unexplained + rest * fit.covariance * rest.transpose();
    Forecast& forecast = forecasts.emplace_back();
    for (Eigen::Index a = 0; a < count; ++a) {
      forecast.mean[static_cast<std::size_t>(a)] = mean[a];
      for (Eigen::Index b = 0; b < count; ++b)
        forecast.covariance[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
            covariance(a, b);
    }
  }
  return forecasts;
}

}  // namespace bisect::change_point
