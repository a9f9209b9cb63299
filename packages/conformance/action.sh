#!/usr/bin/env bash
# The judging step of action.yml: judges $ENDPOINT with the words of $FLAGS, writes each report into $REPORTS, the summary
# into the job's, and the exit code into the step's outputs. It succeeds itself, so that the steps after it keep the reports.
set -uo pipefail

mkdir -p "$REPORTS"
read -r -a flags <<<"${FLAGS:-}"
npx --yes "@lectern/conformance@${VERSION:-latest}" "$ENDPOINT" "${flags[@]}" \
  --reporter text \
  --reporter html="$REPORTS/conformance.html" \
  --reporter json="$REPORTS/conformance.json" \
  --reporter junit="$REPORTS/conformance.xml" \
  --reporter sarif="$REPORTS/conformance.sarif" \
  --reporter markdown="$REPORTS/conformance.md"
code=$?
if [ -f "$REPORTS/conformance.md" ]; then
  cat "$REPORTS/conformance.md" >>"$GITHUB_STEP_SUMMARY"
else
  code=2 # npx has its own exit codes where it finds no such version
fi
echo "code=$code" >>"$GITHUB_OUTPUT"
