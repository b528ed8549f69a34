#!/bin/sh
# The commands of operators with the settings and the user of the service (docs/operating.md#the-first-hour). Copy it to /usr/local/bin/runners.
set -a
. /etc/runners.env
NODE_ENV=production
DATA_DIR=/var/lib/runners
cd "$DATA_DIR" || exit 1
exec setpriv --reuid=runners --regid=runners --clear-groups /usr/bin/node /srv/runners/current/dist/src/process/runners.js "$@"
