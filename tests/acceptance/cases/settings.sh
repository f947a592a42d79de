#!/bin/sh
# A history for settings.  -DUSE_LIB=1 in the build makes it slower by 30 %; -DTUNE=2 in $FLAGS faster by
# 5 %; THREADS and -DIDLE nothing.  From commit 4 on, a program with -DUSE_LIB=1 stops with status 3 when
# FUSION is 1.
. "$(dirname "$0")/lib.sh"
begin "$@"
project
cat > build.sh <<'X'
#!/bin/sh
set -e
gcc -O1 -w $FLAGS "$@" -o bench bench.c
X
cat > hook.h <<'H'
#ifndef USE_LIB
#define USE_LIB 0
#endif
#ifndef TUNE
#define TUNE 1
#endif
static int spin = 1;
static void before(void) {
  const char *fusion = getenv("FUSION");
  if (ID >= 4 && USE_LIB && fusion && !strcmp(fusion, "1")) exit(3);
}
static double adjust(const char *name, double us, int rep) {
  return us * (USE_LIB ? 1.3 : 1) * (TUNE == 2 ? 0.95 : 1) * (1 + jitter());
}
H
cases "app 5000"
for n in $(seq_ 1 6); do id "$n"; ci "c$n"; done
range c1 c6; expect metric app
for n in $(seq_ 1 6); do expect "c$n" "$(sha "c$n")"; done
finish
