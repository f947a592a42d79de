#!/bin/sh
# Nothing changes, but the machine warms up: each start is 1 % slower than the one before.  Unlike in
# P50 each commit has a program of its own, so that equal programs do not settle the matter.
. "$(dirname "$0")/lib.sh"
begin "$@"
project
cat > hook.h <<'H'
static int spin = 0;
static volatile int number;
static double level;
static void before(void) { number = ID; level = 1 + 0.01 * bump("starts"); }
static double adjust(const char *name, double us, int rep) { return us * level * (1 + jitter()); }
H
for n in $(seq_ 1 8); do id "$n"; cases "decode 3000"; ci "c$n"; done
range c1 c8; expect metric decode
expect threshold_percent 5
expect verdict none
finish
