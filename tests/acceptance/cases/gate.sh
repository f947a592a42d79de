#!/bin/sh
# gate.sh FOLDER COMMAND...: notes the execution in FOLDER/runs, waits as long as FOLDER/hold is there
# and says a number of executions that has been reached, then becomes COMMAND.
folder=$1; shift
echo run >> "$folder/runs"
if [ -e "$folder/hold" ] && [ "$(wc -l < "$folder/runs")" -ge "$(cat "$folder/hold")" ]; then
  : > "$folder/held"
  while [ -e "$folder/hold" ]; do sleep 0.02; done
fi
exec "$@"
