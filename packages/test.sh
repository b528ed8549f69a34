#!/usr/bin/env bash
# Runs the tests of the package in whose folder it is called, without the service; arguments are Jest's.
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/../test/support/jest.sh" --config "$here/jest.json" "$@" --roots "$PWD"
