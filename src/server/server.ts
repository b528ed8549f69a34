import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { makeRestHandler } from '../../rest-compat/router.ts';
import { rowDocuments } from '../../rest-compat/row-documents.ts';
import { base, isRest } from '../../rest-compat/uris.ts';
import { graphqlPath } from '../../schema/transport/graphql-http.ts';
import { openGraphql } from '../../schema/transport/open-graphql.ts';
import { openExecutor } from '../../schema/index.ts';
import { serveLive } from '../../schema/transport/live-transports.ts';
import { requestsSocket } from '../../schema/transport/serve-sockets.ts';
import { serveSdl } from '../../schema/transport/serve-sdl.ts';
import { isForPeople } from '../../schema/transport/for-people.ts';
import { makeAuthenticator } from '../domain/accounts/authenticate.ts';
import { makeKeyUses } from '../domain/accounts/key-uses.ts';
import { livingKeysShown } from '../domain/accounts/living-keys.ts';
import { answerIcon } from '../web/pages/icon.ts';
import { servePages } from '../web/pages/serve-pages.ts';
import { makeCapacity } from '../domain/rules/capacity.ts';
import { makeAddressOf } from '../request/client-address.ts';
import { boundGauges } from '../platform/bounds.ts';
import { closeWorkers, workerGauge } from '../platform/worker-pool.ts';
import { hasPlayground } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { makeIdentify } from '../request/identify.ts';
import type { ProcessContext } from '../domain/context.ts';
import { answerByInterface } from '../web/answer-by-interface.ts';
import { openDatabase } from '../wiring/open-database.ts';
import { openIntegrations } from '../wiring/open-integrations.ts';
import type { Database } from '../platform/database/database.ts';
import { demoData } from '../demo/demo-data.ts';
import type { Demo } from '../demo/demo-data.ts';
import { alone, migrate } from '../platform/database/migrate.ts';
import { holdForBackups } from '../platform/database/hold-for-backup.ts';
import { serveOldUrls } from '../web/media/serve-old-urls.ts';
import { answerUnknown, makeErrorAnswer } from '../web/error-answers.ts';
import { KnownTakeOver } from '../domain/taking-over/known-take-over.ts';
import { startPostMoves } from '../domain/feed/move-posts.ts';
import { startLatePlaces } from '../domain/people/look-up-again.ts';
import { refuseWhilePreparing } from '../web/refuse-while-preparing.ts';
import { healthz, readyz } from '../web/health.ts';
import { metricsPath, serveMetrics } from '../web/serve-metrics.ts';
import { makeStatementObserver } from '../platform/database/statement-observer.ts';
import { Observer } from '../platform/observability/observer.ts';
import { safeError } from '../platform/observability/safe-error.ts';
import { makeTracer } from '../platform/observability/tracing.ts';
import { watchService } from '../wiring/service-metrics.ts';
import { listen, tryListening } from '../web/listening.ts';
import { makeLive } from '../domain/live/make-live.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { startReports } from '../domain/reports/report-jobs.ts';
import { serveMedia } from '../web/media/serve-media.ts';
import { makeRates, unlimited } from '../domain/rules/rates.ts';
import { makeGazetteer } from '../platform/places/gazetteer.ts';
import { openRedis } from '../platform/redis.ts';
import { secretKey } from '../platform/secret-key.ts';
import { makeUrlSigner } from '../domain/rules/signed-url.ts';
import { openServer } from '../web/open-server.ts';
import { takeSteps } from '../platform/stopping.ts';
import { startSweeping } from '../wiring/sweeping.ts';
import { retirablesOf } from '../../rest-compat/retirables.ts';
import { deprecateElements } from '../../schema/execution/retired-elements.ts';
import type { CurrentPlan } from '../retiring/current-plan.ts';
import { openRetiring } from '../retiring/open-retiring.ts';
import type { Retiring } from '../retiring/open-retiring.ts';
import { startDataImports } from '../domain/leaving/my-data/run-imports.ts';
import { openDeveloperPages } from './developer-pages.ts';
import { startShares } from '../domain/workouts/share-workout.ts';
import type { TestOverrides } from './test-overrides.ts';

/** A running service. */
export interface Service {
  /** Base of absolute URLs, without a trailing slash. */
  url: string;
  /** Where metrics are served on a port of their own; null without one. */
  metricsUrl: string | null;
  database: Database;
  processContext: ProcessContext;
  /** How to sign in to the demo data; null without demo data. */
  demo: Demo | null;
  /**
   * Reports itself as not ready for DRAIN_SECONDS, so that callers use another process, then accepts no more requests,
   * finishes those in progress, and closes everything.
   * @throws Error that names what could not be stopped in time; everything else has been stopped
   */
  stop(): Promise<void>;
  retiring: Retiring;
  /** How many migrations the start has applied. */
  migrations: number;
}

/** Starts a service. What is known to fail before the database is opened leaves it as it is. */
export async function startService(config: Config, parent: Logger, overrides: TestOverrides = {}): Promise<Service> {
  const before = await openPorts(config, parent, overrides);
  try {
    return await startBehind(config, before, overrides);
  } catch (error) {
    await Promise.all([before.opened.connections.close(), before.metrics.close()]);
    throw error;
  }
}

/** Opens the ports, of which that of the service is only tried where others answer beside it: a proxy asks them while this one refuses. */
async function openPorts(config: Config, parent: Logger, overrides: TestOverrides) {
  // Of errors, only what cannot contain secrets is logged.
  const log = parent.child({}, { serializers: { err: safeError } });
  const observer = new Observer(log, config);
  const { waitingBytes, listensFirst: isFirst = true } = overrides;
  const opened = openServer(config, { observer, isRest, requestsSocket, waitingBytes, isFirst });
  const metrics = await serveMetrics(config, observer.metrics, overrides.siblings);
  const listensFirst = opened.refuses ? await listen(opened.server, config) : isFirst && (await tryListening(config));
  return { log, observer, opened, metrics, listensFirst };
}

/** Connects database, schema, REST and sockets. This is the only place that knows all layers. */
async function startBehind(
  config: Config,
  { log, observer, opened, metrics, listensFirst }: Awaited<ReturnType<typeof openPorts>>,
  overrides: TestOverrides,
): Promise<Service> {
  const { app, connections, untilReady } = opened;
  observer.tracer = config.tracesUrl ? await makeTracer(config.tracesUrl) : null;
  const tools =
    (config.playground ?? (overrides.demo && config.demo !== 'none')) ? await openDeveloperPages(log) : null;
  const explanations = !tools || config.demo === 'none' || config.databaseUrl ? null : new tools.Explanations();
  const observed = makeStatementObserver(observer, config.slowStatementMs);
  const statements = explanations?.statements(observed) ?? observed;
  const database = await openDatabase(config, overrides.image, log, statements);
  const { migrations, jobs } = await alone(database, async () => ({
    migrations: await migrate(database, log),
    jobs: await startJobs(database, log, {}, observer.metrics),
  }));
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined;
  const gazetteer = overrides.gazetteer ?? makeGazetteer();
  const integrations = await openIntegrations(config, jobs, log, gazetteer);
  const now = overrides.now ?? (() => new Date());
  const takeOver = new KnownTakeOver(database, log);
  await takeOver.read();
  const authenticator = await makeAuthenticator(database, now, takeOver);
  const live = makeLive(database, log, { redisUrl: config.redisUrl, eventDays: config.liveEventDays });
  const rates = config.rateLimits ? makeRates(redis, config.ratePoints) : unlimited;
  const signer = makeUrlSigner(await secretKey(config), config.secretKeyPrevious);
  const executor = await openExecutor(config.execution, log, () => processContext.publicUrl);
  const around = { database, retirables: retirablesOf(executor.schema), now, log, observer };
  const deprecate = (plan: CurrentPlan) => deprecateElements(executor.schema, plan.ofElements.values());
  const retiring = await openRetiring(config, around, deprecate);
  const { plan } = retiring;
  const graphql = await openGraphql(executor, config, rowDocuments.values());

  let stopping = false;
  const url = listensFirst || (await listen(opened.server, config));
  const processContext: ProcessContext = {
    database,
    integrations,
    live,
    capacity: makeCapacity(config.requestsAtOnce, config.databasePool),
    log,
    observer,
    publicUrl: config.publicUrl ?? url,
    signer,
    strangers: config.writeToStrangers,
    originalsQuota: config.originalsQuota,
    forgetKeys: authenticator.forget,
    isPreparing: takeOver.isPreparing,
    hasPartIds: takeOver.hasPartIds,
    keyUses: makeKeyUses(database, now, log),
    plan,
    now,
  };
  const demo = overrides.demo ? await demoData(processContext, config) : null;
  const pagesOfTools = hasPlayground(config, demo) ? tools : null;
  const playground = pagesOfTools !== null;
  const pages = { playground, demo, graphql: graphqlPath, rest: base, schema: config.documents === 'any' };
  const addressOf = makeAddressOf(config.trustProxy, log);
  const identify = makeIdentify(processContext, authenticator, rates, addressOf);
  const contextOf = (request: IncomingMessage) => identify(request, request.headers.authorization);
  const restContextOf = (request: IncomingMessage) => identify(request, request.headers.authorization, 'rest');
  const explaining = playground ? demo && explanations : null;
  const explained = explaining?.around(executor, restContextOf) ?? ([executor, restContextOf] as const);
  const rest = makeRestHandler(...explained, processContext.publicUrl, plan, pages);
  app.get('/healthz', healthz);
  app.get('/favicon.ico', answerIcon);
  app.get('/readyz', readyz({ database, redis, config, stopping: () => stopping, isPreparing: takeOver.isPreparing }));
  app.use(refuseWhilePreparing(takeOver.isPreparing, [graphqlPath, base]));
  pagesOfTools?.servePlayground(app, demo && explaining && { ...demo, explanation: (id) => explaining.take(id) });
  servePages(app, processContext, { contextOf, identify, pages, copyScript: pagesOfTools?.copyScript ?? null });
  serveMedia(app, processContext);
  const reports = await startReports(jobs, processContext);
  for (const start of [startShares, startPostMoves, startLatePlaces, startDataImports]) await start(processContext);
  const sweeping = startSweeping(processContext, overrides.sweepMs);
  const liveFaces = serveLive({
    executor,
    known: graphql.known,
    processContext,
    app,
    contextOf: identify,
    addressOf,
    livingKeys: (ids) => livingKeysShown(database, ids, now()),
    onForget: authenticator.onForget,
    limited: config.rateLimits,
    heartbeatMs: overrides.heartbeatMs,
    connectionsPerAddress: overrides.connectionsPerAddress,
  });
  watchService(processContext, config.dataDir, redis);
  observer.metrics.watch(...boundGauges, workerGauge);
  pagesOfTools?.serveMigration(app, { executor, graphql, processContext, contextOf: identify }, contextOf);
  const overHttp = graphql.handlerFor(contextOf);
  // Where only registered documents are accepted, the schema is not told either.
  if (pages.schema) serveSdl(app, executor.schema, contextOf, () => plan.version);
  if (!playground) app.get(graphqlPath, (...given) => (isForPeople(given[0]) ? answerUnknown(...given) : given[2]()));
  app.use(graphqlPath, overHttp.handle);
  if (metrics.answer) app.all(metricsPath, metrics.answer);
  app.use(serveOldUrls(contextOf, takeOver.hasOldUrls));
  app.use(answerUnknown, makeErrorAnswer(log, processContext.publicUrl));
  const interfaces = { rest, isRest, graphql: overHttp, app };
  untilReady.begin({ answer: answerByInterface(interfaces, config, addressOf), upgrade: liveFaces.upgrade });
  const stopHolding = await holdForBackups(database, config.dataDir, log);
  observer.readyAt = performance.now();
  return {
    url: processContext.publicUrl,
    metricsUrl: metrics.url,
    database,
    processContext,
    demo,
    retiring,
    migrations,
    async stop() {
      stopping = true;
      connections.drain();
      await sleep(config.drainSeconds * 1000);
      await takeSteps(
        [
          ['requests', 6000, () => Promise.all([connections.close(), liveFaces.close()])],
          ['GraphQL', 500, () => graphql.stop()],
          ['reports', 500, () => reports.stop()],
          ['jobs', 4000, () => Promise.all([jobs.stop(), sweeping.stop()])],
          ['counts of calls', 3000, () => retiring.stop()],
          ['live events', 1000, () => live.stop()],
          ['authentication', 500, () => authenticator.close()],
          ['workers', 1000, () => Promise.all([closeWorkers(), gazetteer.close()])],
          ['Redis', 500, () => redis?.close()],
          ['backups', 500, stopHolding],
          ['database', 3000, () => database.close()],
          ['metrics and traces', 2000, () => Promise.all([metrics.close(), observer.tracer?.close()])],
        ],
        log,
      );
    },
  };
}
