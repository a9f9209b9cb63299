#!/usr/bin/env bash
# The checking step of action.yml: checks $ENDPOINT with the words of $FLAGS, writes each report into $REPORTS, the summary
# into the job's, and the exit code into the step's outputs. It succeeds itself, so that the steps after it keep the reports.
set -uo pipefail

mkdir -p "$REPORTS"
# Words over all lines; quotes are not read. Of no words the array is unbound to bash 3.2, that of macOS.
read -r -d '' -a flags <<<"${FLAGS:-}"
# The text tells what the endpoint said, and a line of a log that begins with :: is a command to the runner: none is obeyed
# until the line with the token, which no endpoint can know.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
# The judge that this file came with: a name in a registry may be anyone's.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
node "$root/scripts/run.js" node "$root/packages/conformance/src/command/bin.ts" "$ENDPOINT" ${flags[@]+"${flags[@]}"} \
  --reporter text \
  --reporter html="$REPORTS/conformance.html" \
  --reporter json="$REPORTS/conformance.json" \
  --reporter junit="$REPORTS/conformance.xml" \
  --reporter markdown="$REPORTS/conformance.md"
code=$?
printf '\n::%s::\n' "$token"
if [ -f "$REPORTS/conformance.md" ]; then
  cat "$REPORTS/conformance.md" >>"$GITHUB_STEP_SUMMARY"
else
  code=2 # what is not ours has its own exit codes
fi
echo "code=$code" >>"$GITHUB_OUTPUT"
