#!/bin/bash
# Stands for systemctl where systemd does not run: it starts and stops what the units in /etc/systemd/system say, as their user.
set -eu
value() { sed -n "s/^$1=//p" "/etc/systemd/system/$name.service" | head -1; }

start() {
  local user directory state type command
  user=$(value User) directory=$(value WorkingDirectory) state=$(value StateDirectory) type=$(value Type)
  # As systemd reads it, of which two percent signs or dollars are one.
  command=$(value ExecStart | sed 's/%%/%/g; s/\$\$/$/g')
  if [ -n "$state" ]; then install -d -o "$user" -g "$user" -m 700 "/var/lib/$state"; fi
  # The file of the settings is read by root, and the program is run by the user.
  local as="exec setpriv --reuid=$user --regid=$user --clear-groups $command"
  local run=(env -i PATH=/usr/bin:/bin sh -c "set -a; . $(value EnvironmentFile); export $(value Environment); cd $directory; $as")
  if [ "$type" = oneshot ]; then
    "${run[@]}"
    sh -c "$(value ExecStartPost)"
  else
    setsid "${run[@]}" >> "/var/log/$name.log" 2>&1 < /dev/null &
    echo $! > "/run/$name.pid"
  fi
}

stop() {
  local pid
  pid=$(cat "/run/$name.pid")
  kill -TERM "$pid"
  while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
}

word=$1
shift
if [ "$word" = enable ] && [ "${1:-}" = --now ]; then word=start && shift; fi
name=${1:-}
name=${name%.service}
case $word:$name in
  daemon-reload:) ;;
  reload:nginx) nginx ;;
  start:*.timer) test -e "/etc/systemd/system/$name" ;;
  start:*) start ;;
  stop:*) stop ;;
  restart:*) stop && start ;;
  reload:*) kill -USR2 "$(cat "/run/$name.pid")" ;;
  *) echo "systemctl $word $name: not known here" >&2 && exit 1 ;;
esac
