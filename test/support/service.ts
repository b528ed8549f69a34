import { rm } from 'node:fs/promises';
import { afterAll, expect } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { storeFolder } from '../../src/platform/store/picture-store-folder.ts';
import { startService } from '../../src/server/server.ts';
import type { Service } from '../../src/server/server.ts';
import type { TestOverrides } from '../../src/server/test-overrides.ts';
import { cluster, openBeside } from './cluster/beside.ts';
import type { Plain } from './cluster/second-process.ts';
import { preparedDatabase } from './prepared-database.ts';
import { sharedGazetteer } from './shared-gazetteer.ts';
import { runSql } from './run-sql.ts';

/** A running service on a database of its own. */
export interface TestService extends Service {
  /** Where mails are written. */
  dataDir: string;
  /** The service's clock: real time until it is set. */
  clock: Clock;
  /** SQL besides the service, for what no path of the interface does yet. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** What the database's own clock says: a server's need not be this machine's (shifted-clock.sh). */
  databaseNow(): Promise<Date>;
}

/** pino's number of the level `error`. */
const errorLevel = 50;

/** A clock that can be set. */
class Clock {
  #at: Date | null = null;
  /** Is called with each time that is set. */
  onSet: (at: Date | null) => void = () => {};

  now(): Date {
    return this.#at ?? new Date();
  }

  /** Stands still at the moment; null lets it run again. */
  set(at: Date | string | null): void {
    this.#at = at === null ? null : new Date(at);
    this.onSet(this.#at);
  }
}

/** Milliseconds between sweeps: tests sweep when they want it swept. */
const never = 3_600_000;

/** The testOverrides that a second process can have as well. */
function plain({ heartbeatMs, connectionsPerAddress, waitingBytes, sweepMs }: TestOverrides): Plain {
  const given = Object.entries({ heartbeatMs, connectionsPerAddress, waitingBytes, sweepMs });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * Starts the service for a test file and stops it after the last test. Whatever the tests send, the service must log no
 * error: an error in its log is a fault of ours, and fails the file.
 * EXECUTION and DRIVER are the variables that services take over from the process, so that whole suites run either way.
 * @param lines receives all that is logged, at the most talkative level
 * @param environment variables besides those that tests need; rate limits are off unless `RATE_LIMITS: 'on'`
 */
export async function testService(
  environment: Record<string, string> = {},
  testOverrides: TestOverrides = {},
  lines?: string[],
): Promise<TestService> {
  const database = await preparedDatabase();
  const errors: string[] = [];
  const write = (line: string): void => {
    lines?.push(line);
    if ((JSON.parse(line) as { level: number }).level >= errorLevel) errors.push(line);
  };
  const log = pino({ level: lines ? 'trace' : 'error' }, { write });
  const beside = cluster && (await openBeside(write));
  const settings = { ...database.environment, ...beside?.environment, ...environment };
  const config = readConfig(settings);
  const clock = new Clock();
  const service = await startService(config, log, {
    now: () => clock.now(),
    sweepMs: never,
    gazetteer: sharedGazetteer(),
    ...testOverrides,
    ...(database.image ? { image: database.image } : {}),
  });
  if (beside) {
    clock.onSet = beside.setClock;
    await beside.start(settings, { sweepMs: never, ...plain(testOverrides) });
  }
  const stop = async () => {
    await beside?.stop();
    await service.stop();
  };
  const made: Partial<TestService> = { ...service, stop, dataDir: config.dataDir, clock };
  afterAll(async () => {
    await stop();
    await database.remove();
    for (const name of ['pictures', 'recordings'] as const)
      await rm(storeFolder(config.dataDir, name), { recursive: true, force: true });
    // Modules of test files stay in the memory of the process for ever; what they have started need not.
    for (const name of Object.keys(made)) Reflect.deleteProperty(made, name);
    expect(errors).toEqual([]);
  });
  const sql: TestService['sql'] = async (statement, values = []) => {
    const { database: own } = made as TestService;
    const rows = await runSql(own, statement, values);
    await own.replicas?.settled();
    return rows;
  };
  const databaseNow = async () => {
    const [row] = await sql('select extract(epoch from clock_timestamp())::float8 as seconds');
    return new Date(Number(row?.['seconds']) * 1000);
  };
  return Object.assign(made, { sql, databaseNow }) as TestService;
}
