import { closeSync, openSync, readSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Service } from '../../../src/server/server.ts';
import type { TestOverrides } from '../../../src/server/test-overrides.ts';

/** What the second process of a worker is asked to do. */
export type Order =
  | { does: 'start'; id: string; environment: Record<string, string>; testOverrides: Plain; clock: string }
  | { does: 'stop'; id: string };

/** What it answers: a line of a log, or that it has done what it was asked to. */
export type Report = { id: string; line: string } | { id: string; done: string | null };

/** TestOverrides that can be sent to another process. */
export type Plain = Pick<TestOverrides, 'heartbeatMs' | 'sweepMs' | 'connectionsPerAddress' | 'waitingBytes'>;

const quickArgon2 = new URL('../quick-argon2.js', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL !== quickArgon2
      ? { url: quickArgon2, shortCircuit: true }
      : next(specifier, context),
});
const { pino } = await import('pino');
const { readConfig } = await import('../../../src/platform/config.js');
const { startService } = await import('../../../src/server/server.js');
const { sharedGazetteer } = await import('../shared-gazetteer.js');

const running = new Map<string, { service: Service; clock: number }>();
const report = (sent: Report) => process.send?.(sent);

/** The clock of the test, which it sets by writing to a file: the milliseconds, or 0 for real time. */
function clockIn(file: number): () => Date {
  const bytes = new Float64Array(1);
  return () => {
    readSync(file, bytes, 0, 8, 0);
    return bytes[0] ? new Date(bytes[0]) : new Date();
  };
}

async function start({ id, environment, testOverrides, clock }: Extract<Order, { does: 'start' }>): Promise<void> {
  const write = (line: string) => report({ id, line });
  const file = openSync(clock, 'r');
  const log = pino({ level: 'trace' }, { write });
  const more = { ...testOverrides, now: clockIn(file), gazetteer: sharedGazetteer() };
  running.set(id, { service: await startService(readConfig(environment), log, more), clock: file });
}

async function stop(id: string): Promise<void> {
  const found = running.get(id);
  running.delete(id);
  await found?.service.stop();
  if (found) closeSync(found.clock);
}

process.on('message', (order: Order) => {
  (order.does === 'start' ? start(order) : stop(order.id)).then(
    () => report({ id: order.id, done: null }),
    (error: unknown) => report({ id: order.id, done: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
