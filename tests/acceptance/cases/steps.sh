#!/bin/sh
# Twenty commits, each with a program of its own, so that nothing is settled by equal programs.
# c13 is 20 % slower.
. "$(dirname "$0")/lib.sh"
begin "$@"
project
cat > hook.h <<'H'
static int spin = 1;
static volatile int number;
static void before(void) { number = ID; }
static double adjust(const char *name, double us, int rep) { return us * (1 + jitter()); }
H
for n in $(seq_ 1 20); do
  id "$n"; if [ "$n" -ge 13 ]; then cases "decode 12000"; else cases "decode 10000"; fi
  ci "c$n"
done
range c1 c20; limit decode 11000
expect verdict culprit
expect culprit "$(sha c13)"
finish
