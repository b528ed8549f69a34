import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express from 'express';
import type { Logger } from 'pino';
import { closeFieldsWorkers } from '../rest-compat/fields-pool.ts';
import { makeRestHandler } from '../rest-compat/router.ts';
import { base } from '../rest-compat/uris.ts';
import { makeApollo } from '../schema/execution/apollo.ts';
import { makeExecutor } from '../schema/execution/executor.ts';
import { readGraphqlBody } from '../schema/transport/graphql-body.ts';
import { graphqlPath, makeGraphqlHandler } from '../schema/transport/graphql-http.ts';
import { makeSchema } from '../schema/index.ts';
import { serveLive } from '../schema/transport/live-faces.ts';
import { servePlayground } from '../schema/playground/playground.ts';
import { makeAuthenticator } from './domain/accounts/authenticate.ts';
import { livingKeys } from './domain/accounts/living-keys.ts';
import { servePasswordResetPage } from './web/pages/password-reset-page.ts';
import { serveExports } from './web/pages/serve-exports.ts';
import { clientAddress } from './web/client-address.ts';
import type { Config } from './platform/config.ts';
import { makeContext } from './domain/context.ts';
import type { Context, Surroundings } from './domain/context.ts';
import { openDatabase } from './platform/database/database.ts';
import type { Database } from './platform/database/database.ts';
import type { DemoAccount } from './demo/demo-account.ts';
import { seedDemo } from './demo/demo.ts';
import { migrate } from './platform/database/migrate.ts';
import { answerUnknown, makeErrorAnswer } from './web/error-answers.ts';
import { serveParticipantPage } from './web/pages/participant-page.ts';
import { closeGpxWorkers } from './domain/tracks/gpx-parse.ts';
import { healthz, readyz } from './web/health.ts';
import { makeLive } from './domain/live/make-live.ts';
import { serveMaps } from './web/media/serve-maps.ts';
import { makeGazetteer } from './platform/places/gazetteer.ts';
import { makeGeocoder } from './platform/places/geocoder.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { makeMailer } from './platform/mail/mail.ts';
import { makePictureStore } from './platform/store/picture-store.ts';
import { makeSocial } from './platform/social/social.ts';
import { startReports } from './domain/people/reports/report-jobs.ts';
import { serveTurnOffPage } from './web/pages/turn-off-page.ts';
import { servePictures } from './web/media/serve-pictures.ts';
import { startSweeping } from './domain/pictures/sweep.ts';
import { Budget, makeRates, unlimited } from './domain/rules/rates.ts';
import { secretKey } from './platform/secret-key.ts';
import { makeUrlSigner } from './domain/media-urls/signed-url.ts';
import { startShares } from './domain/workouts/share-workout.ts';

/** A running service. */
export interface Service {
  /** Base of absolute URLs, without a trailing slash. */
  url: string;
  database: Database;
  surroundings: Surroundings;
  /** How to sign in to the demo data; null where there are none. */
  demo: DemoAccount | null;
  /** Stops taking requests, finishes those under way, and closes everything. */
  stop(): Promise<void>;
}

/** What tests may replace: the clock, a prepared image of the embedded database, and what would take them long to wait for or reach. */
export interface Substitutes {
  now?: () => Date;
  image?: Blob;
  /** Fills an empty embedded database with demo data. */
  demo?: boolean;
  /** Milliseconds between two heartbeats of live connections. */
  heartbeatMs?: number;
  /** Milliseconds between two sweeps of pictures that are gone. */
  sweepMs?: number;
  /** Live connections of one address. */
  connectionsPerAddress?: number;
}

/** Joins database, schema, REST and sockets, and listens. The one place where the layers meet. */
export async function startService(config: Config, log: Logger, substitutes: Substitutes = {}): Promise<Service> {
  const database = await openDatabase(config, substitutes.image);
  await migrate(database);
  // Loaded where it is used: not every service has one.
  const redis = config.redisUrl
    ? new (await import('ioredis')).Redis(config.redisUrl, { maxRetriesPerRequest: 1, lazyConnect: false })
    : undefined;
  redis?.on('error', (error: Error) => log.warn({ err: error }, 'redis'));
  const jobs = await startJobs(database, log);
  const gazetteer = makeGazetteer();
  const outside = {
    mailer: await makeMailer(config, jobs),
    places: config.geocoderUrl ? makeGeocoder(config.geocoderUrl, gazetteer, log) : gazetteer,
    pictures: makePictureStore(config),
    social: await makeSocial(config, jobs, log),
  };
  const authenticator = await makeAuthenticator(database);
  const now = substitutes.now ?? (() => new Date());
  const live = makeLive(database, log, { redisUrl: config.redisUrl, eventDays: config.liveEventDays, now });
  const rates = config.rateLimits ? makeRates(redis) : unlimited;
  const signer = makeUrlSigner(await secretKey(config));
  const executor = makeExecutor(makeSchema(), log);

  let stopping = false;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  // The port is known before the routes: what arrives in between waits.
  const ready = Promise.withResolvers<void>();
  let answer: RequestListener = (request, response) => void ready.promise.then(() => answer(request, response));
  const server = createServer((request, response) => answer(request, response));
  const url = await listen(server, config);
  const surroundings: Surroundings = {
    database,
    outside,
    live,
    log,
    publicUrl: config.publicUrl ?? url,
    signer,
    forgetKeys: authenticator.forget,
    now,
  };

  const demo = substitutes.demo ? await seedDemo(surroundings, config.dataDir) : null;
  const addressOf = (request: IncomingMessage) => clientAddress(request, config.trustProxy);
  const contextWith = async (request: IncomingMessage, authorization: string | undefined): Promise<Context> => {
    const viewer = await authenticator.authenticate(authorization);
    const budget = new Budget(rates, viewer ? String(viewer.keyId) : null, addressOf(request));
    return makeContext(surroundings, viewer, budget, request.headers['user-agent'] ?? '');
  };
  const contextOf = (request: IncomingMessage) => contextWith(request, request.headers.authorization);

  const rest = makeRestHandler(executor, contextOf, surroundings.publicUrl);
  app.get('/healthz', healthz);
  app.get(
    '/readyz',
    readyz(database, () => stopping),
  );
  servePlayground(app, demo?.apiKey ?? null);
  servePasswordResetPage(app, contextOf);
  serveExports(app, contextOf, surroundings);
  serveTurnOffPage(app, contextOf);
  servePictures(app, surroundings);
  serveMaps(app, surroundings);
  serveParticipantPage(app, contextOf);
  const reports = await startReports(jobs, surroundings);
  await startShares(surroundings);
  const sweeping = startSweeping(surroundings, substitutes.sweepMs);
  const apollo = makeApollo(executor, log);
  await apollo.start();
  const paidContextOf = async (request: IncomingMessage): Promise<Context> => {
    const context = await contextOf(request);
    await context.budget.spend('request');
    return context;
  };
  const liveFaces = serveLive({
    executor,
    surroundings,
    server,
    app,
    ready: ready.promise,
    contextOf: contextWith,
    addressOf,
    livingKeys: (ids) => livingKeys(database, ids),
    onForget: authenticator.onForget,
    limited: config.rateLimits,
    heartbeatMs: substitutes.heartbeatMs,
    connectionsPerAddress: substitutes.connectionsPerAddress,
  });
  app.use(
    graphqlPath,
    readGraphqlBody(contextOf),
    expressMiddleware(apollo, { context: ({ req }) => paidContextOf(req) }),
  );
  app.use(answerUnknown, makeErrorAnswer(log));
  const graphql = makeGraphqlHandler(apollo, executor, paidContextOf);
  // What clients ask all day passes by the framework.
  const face: RequestListener = (request, response) => {
    // Through a proxy, the whole URL may stand where the path does (RFC 9112, 3.2.2).
    if (request.url?.[0] !== '/') request.url = request.url?.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
    if (request.url?.startsWith(`${base}/`) || request.url === base) rest(request, response);
    else if (graphql.takes(request)) graphql.handle(request, response);
    else app(request, response);
  };
  const origins = config.corsOrigins.includes('*') ? '*' : config.corsOrigins;
  const shared = cors({ origin: origins, exposedHeaders: ['Location'] });
  answer =
    config.corsOrigins.length === 0
      ? face
      : (request, response) =>
          shared(request as express.Request, response as express.Response, () => face(request, response));
  ready.resolve();

  return {
    url: surroundings.publicUrl,
    database,
    surroundings,
    demo,
    async stop() {
      stopping = true;
      const closed = close(server);
      await liveFaces.close();
      await closed;
      await apollo.stop();
      reports.stop();
      await sweeping.stop();
      await jobs.stop();
      await live.stop();
      await authenticator.close();
      await Promise.all([closeGpxWorkers(), closeFieldsWorkers(), gazetteer.close()]);
      redis?.disconnect();
      await database.close();
    },
  };
}

/** Listens where the configuration says; resolves with the URL. */
async function listen(server: Server, config: Config): Promise<string> {
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 66_000;
  server.requestTimeout = 300_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Lets requests under way finish for some seconds; idle connections end at once. */
async function close(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), 10_000);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
