#!/bin/sh
# Commits that change lines here and there.  costs.h holds eight costs, each with a line between.
#   slow     six lines of costs.h and two of zlib.h change; that of C3, line 7, is what costs
#   needy    the new line of C1 needs a macro that zlib.h gets in its last line; C1 costs more
#   failing  the new line of C1, line 3, makes the program stop with status 3
. "$(dirname "$0")/lib.sh"
begin "$@"
project
costs() { # costs C0 C1 ... C7
  : > costs.h; n=0
  for c; do echo "#define C$n $c" >> costs.h; echo "/* $n */" >> costs.h; n=$((n + 1)); done
}
zlib() { # zlib A B C [LINE]
  : > zlib.h
  for z; do echo "$z" >> zlib.h; echo "/* */" >> zlib.h; done
}
cat > knobs.h <<'X'
#include "costs.h"
#include "zlib.h"
#ifndef STOP
#define STOP 0
#endif
X
cat > hook.h <<'X'
static int spin = 1;
static void before(void) { if (STOP + C1 == 666) exit(3); }
static double adjust(const char *name, double us, int rep) { return us * (1 + jitter()); }
X
echo 'CASE("app", C0 + C1 + C2 + C3 + C4 + C5 + C6 + C7)' > cases.def
costs 1000 1000 1000 1000 1000 1000 1000 1000; zlib '/* a */' '/* b */' '/* c */'
id 0; ci c0; expect before "$(sha c0)"
id 0; echo nothing > README; ci c1
costs 1001 999 1000 3000 1001 999 1000 1001; zlib '/* A */' '/* b */' '/* C */'
ci c2; expect slow "$(sha c2)"
costs 1000 'EXTRA' 1001 3000 1000 1000 1001 1000; zlib '/* a */' '/* b */' '#define EXTRA 3000'
ci c3; expect needy "$(sha c3)"
costs 999 666 1000 3001 999 1000 1000 999; zlib '/* a */' '/* B */' '/* c */'
ci c4; expect failing "$(sha c4)"
finish
