#!/bin/bash
# Runs a script as root in a copy of this machine that is thrown away: with its own files (over those of the machine), network and processes.
# STAGE is an empty folder, HELPERS that of this file, NODE a Node 24, SINK a mail server, and POSTGRES the folder with its programs, or empty.
set -eu
mount -t tmpfs tmpfs "$STAGE"
mkdir "$STAGE"/{upper,work,copy}
mount -t overlay overlay -o "lowerdir=/,upperdir=$STAGE/upper,workdir=$STAGE/work" "$STAGE/copy"
mount -t proc proc "$STAGE/copy/proc"
mount --rbind /dev "$STAGE/copy/dev"
mount -t tmpfs tmpfs "$STAGE/copy/run"
ip link set lo up
cd "$STAGE/copy"
rm -f usr/bin/node usr/local/bin/node
cp "$NODE" usr/bin/node
install -m 755 "$HELPERS/systemctl.sh" usr/local/bin/systemctl
printf '#!/bin/sh\ncat "/var/log/$2.log"\n' > usr/local/bin/journalctl
chmod 755 usr/local/bin/journalctl
echo '127.0.0.1 localhost run.example.org mail.example.org' > etc/hosts
mkdir -p etc/systemd/system srv/hour
cp "$FILES"/* srv/hour
export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
unset NODE_OPTIONS NODE_COMPILE_CACHE
if [ -n "$POSTGRES" ]; then
  chroot . sh -c 'install -d -o postgres /tmp/postgres && cd /tmp && setpriv --reuid=postgres --regid=postgres --clear-groups sh -c "
    $POSTGRES/initdb -D /tmp/postgres/data -U postgres -A trust -N -E UTF8 --no-locale --no-instructions > /dev/null &&
    $POSTGRES/pg_ctl -D /tmp/postgres/data -o \"-c unix_socket_directories=\" -l /tmp/postgres/log -w start > /dev/null"'
  export PGHOST=127.0.0.1 PGUSER=postgres
fi
chroot . /usr/bin/node "$SINK" /var/mail/sink &
chroot . bash -c 'cd /srv/hour && bash -euo pipefail hour.sh || { tail -30 /var/log/runners*.log >&2; exit 1; }'
