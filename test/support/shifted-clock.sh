#!/usr/bin/env bash
# Runs the tests with another date and hour, time zone and language, by Debian's faketime; browsers hang under it, so tests
# with one are left out. The clock of a PostgreSQL server (TEST_DATABASE_URL) stays as it is.
#
#   test/support/shifted-clock.sh                   all five moments, one after another
#   test/support/shifted-clock.sh 3 [jest options]  one of them
#   test/support/shifted-clock.sh 5a0f1c7           the one that belongs to this commit
set -euo pipefail
cd "$(dirname "$0")/../.."

# UTC, zone, language: a week begins; a leap day ends; a year ends; the clocks of the zone go forward, and back.
moments=(
  '2027-01-04 00:05:00|Asia/Kathmandu|tr_TR.UTF-8'
  '2028-02-29 23:50:00|America/St_Johns|tr_TR.UTF-8'
  '2026-12-31 23:58:00|Asia/Kathmandu|C.UTF-8'
  '2027-03-14 05:28:00|America/St_Johns|tr_TR.UTF-8'
  '2027-11-07 04:28:00|America/St_Johns|C.UTF-8'
)
browsers='/dist/(tools/playground/test/playground-browser\.slow|test/accounts/reset-page|test/events/page)\.test\.js$'

if ! command -v faketime >/dev/null; then
  echo 'faketime is not installed: the tests did not run under a shifted clock'
  exit 0
fi

# The number of a moment: 1 to 5 as given, else by the digits of a commit.
number() {
  case $1 in
    [1-5]) echo "$1" ;;
    *) echo $((16#${1:0:7} % ${#moments[@]} + 1)) ;;
  esac
}

run() {
  local at zone language
  IFS='|' read -r at zone language <<<"${moments[$1 - 1]}"
  shift
  echo "== the clock at $at UTC, TZ=$zone, LANG=$language"
  # The clock goes on from there; what measures how long something takes is left alone.
  TZ=$zone LANG=$language LC_ALL=$language \
    FAKETIME_FMT=%s DONT_FAKE_MONOTONIC=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
    faketime -f "@$(TZ=UTC date -d "$at" +%s)" \
    "$(dirname "$0")/jest.sh" "$@" --testPathIgnorePatterns "$browsers"
}

if [ $# -gt 0 ]; then
  moment=$(number "$1")
  shift
  run "$moment" "$@"
else
  for moment in "${!moments[@]}"; do run $((moment + 1)); done
fi
