#!/bin/sh
# npm start: builds if a source is newer than what is built, and starts the service. An installation for production has no sources.
built=dist/packed/built
if [ -d src ] && { [ ! -e $built ] || [ -n "$(find src schema rest-compat mikro-orm.config.ts package.json tsconfig.json -newer $built -print -quit)" ]; }; then
  npm run build --silent
fi
exec node --max-semi-space-size=32 --enable-source-maps dist/src/main.js
