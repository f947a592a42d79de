#include "tests/integration_store/scratch_store.hpp"

namespace bisect::integration_store {

const core::Clock& stopped_clock() {
  static const StoppedClock clock;
  return clock;
}

core::Trial scratch_trial(int block, core::BuildId build) {
  core::Trial trial;
  trial.block = block;
  trial.build = build;
  for (int series = 0; series < k_series; ++series)
    trial.readings.push_back({0, "series " + std::to_string(series), "ns",
                              std::vector<double>(k_samples, 1000.0 * block + series)});
  return trial;
}

core::Result<ScratchStore> open_scratch(const std::filesystem::path& file) {
  auto opened = store::SqliteTrialStore::open(file, stopped_clock());
  if (!opened) return opened.error();
  ScratchStore scratch;
  scratch.store = *std::move(opened);
  const auto session =
      scratch.store->begin_session({{}, "bisect", {}, "0.1.0", "2024-05-06T07:08:09Z"},
                                   {core::Digest{"host"}, {{"cpu", "x"}}});
  if (!session) return session.error();
  const auto build = scratch.store->add_build(*session, {}, {});
  if (!build) return build.error();
  const auto round =
      scratch.store->open_round(*session, 0, {core::Purpose::step, {{}}, 1'000'000, {}, {}});
  if (!round) return round.error();
  scratch.session = *session;
  scratch.build = *build;
  scratch.round = round->id;
  return scratch;
}

}  // namespace bisect::integration_store
