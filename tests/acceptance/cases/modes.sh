#!/bin/sh
# Nothing changes, but each start falls into a fast or a slow mode, 30 % apart, about half of the time
# each, in an irregular order.  Unlike in P51 each commit has a program of its own.
. "$(dirname "$0")/lib.sh"
begin "$@"
project
cat > hook.h <<'H'
static int spin = 0;
static volatile int number;
static double level;
static void before(void) {
  static const char *mode = "FFFSSSFSFSSFSFFSFFSFSSSSSFSFSSFSFSSFS";
  number = ID;
  level = mode[bump("starts") % 37] == 'S' ? 1.3 : 1.0;
}
static double adjust(const char *name, double us, int rep) { return us * level * (1 + jitter()); }
H
for n in $(seq_ 1 8); do id "$n"; cases "decode 3000"; ci "c$n"; done
range c1 c8; expect metric decode
expect verdict none
expect remark 'two modes'
finish
