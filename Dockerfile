# The service in a container: docs/operating.md#in-a-container states how to run it. The commands of this file are run by
# `npx runners operating`; the file itself was never built, because no Docker daemon was at hand.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/recordings/package.json packages/recordings/
COPY packages/wire/package.json packages/wire/
COPY packages/limits/package.json packages/limits/
COPY packages/postgres/package.json packages/postgres/
COPY packages/graphql/package.json packages/graphql/
COPY packages/live-log/package.json packages/live-log/
COPY packages/testing/package.json packages/testing/
RUN npm ci
COPY . .
RUN npm run build && rm -rf dist/test dist/tools/trials dist/tools/*/test packages/testing packages/*/test packages/*/dist/test && find packages -name '*.ts' -delete

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/recordings/package.json packages/recordings/
COPY packages/wire/package.json packages/wire/
COPY packages/limits/package.json packages/limits/
COPY packages/postgres/package.json packages/postgres/
COPY packages/graphql/package.json packages/graphql/
COPY packages/live-log/package.json packages/live-log/
COPY packages/testing/package.json packages/testing/
RUN npm ci --omit=dev

FROM node:24-slim
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/packages ./packages
COPY package.json ./
RUN install -d -o node -g node -m 700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
USER node
VOLUME ["/data"]
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--enable-source-maps", "dist/src/main.js"]
