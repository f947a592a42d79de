#!/bin/sh
# A history for --look-for failing and passing.  From commit 6 on the benchmark does what BENCH_FAULT
# says: stop with a status, die by a signal, never end, or print a wrong result.  With
# BENCH_FAULT=repaired it is the other way round: it fails before commit 6.
. "$(dirname "$0")/lib.sh"
begin "$@"
project
cat > hook.h <<'H'
static int spin = 0;
static void before(void) {
  const char *fault = getenv("BENCH_FAULT");
  if (!fault) return;
  if (!strcmp(fault, "repaired") && ID < 6) exit(3);
  if (ID < 6) return;
  if (!strcmp(fault, "status")) exit(3);
  if (!strcmp(fault, "signal")) abort();
  if (!strcmp(fault, "hang")) sleep(600);
  if (!strcmp(fault, "output")) printf("wrong answer: 41\n");
}
static double adjust(const char *name, double us, int rep) { return us * (1 + jitter()); }
H
cases "decode 10000"
for n in $(seq_ 1 10); do id "$n"; ci "c$n"; done
range c1 c10; expect metric decode
expect verdict culprit
expect culprit "$(sha c6)"
finish
