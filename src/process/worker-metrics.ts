import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { Exposition, ProcessMetrics } from '../platform/observability/exposition.ts';
import type { SiblingProcesses } from '../web/serve-metrics.ts';

/** The number of milliseconds for which a report of a process is waited for. A process that hangs is left out. */
const patienceMs = 1500;

/** A message between processes: a request for the metrics of one or of all of them, or the answer to it. */
interface Message {
  metrics?: 'gather' | 'read' | 'gathered' | 'found';
  id: string;
  /** Whether the receiving process reports the metrics that all processes share. */
  withShared?: boolean;
  found?: ProcessMetrics;
  gathered?: ProcessMetrics[];
}

/** The environment variable with the number of a process. */
export const workerNumber = 'WORKER_NUMBER';

/** In a worker: lets each worker answer with the metrics of all, which it requests from the first process. */
export function besideOthers(): SiblingProcesses {
  const waiting = new Map<string, (gathered: ProcessMetrics[]) => void>();
  return {
    worker: Number(process.env[workerNumber] ?? 1),
    join(own) {
      process.on('message', (message: Message) => {
        if (message.metrics === 'read') void report(own, message);
        if (message.metrics === 'gathered') waiting.get(message.id)?.(message.gathered ?? []);
      });
      return () => gather(own, waiting);
    },
  };
}

async function report(own: Exposition, { id, withShared = false }: Message): Promise<void> {
  const found = await own.read(withShared).catch(() => []);
  process.send?.({ metrics: 'found', id, found });
}

async function gather(
  own: Exposition,
  waiting: Map<string, (all: ProcessMetrics[]) => void>,
): Promise<ProcessMetrics[]> {
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<ProcessMetrics[]>();
  waiting.set(id, resolve);
  const late = setTimeout(() => void own.read(true).then((one) => resolve([one])), 2 * patienceMs);
  process.send?.({ metrics: 'gather', id });
  return promise.finally(() => {
    clearTimeout(late);
    waiting.delete(id);
  });
}

/** In the first process: answers requests of workers for the metrics of all. */
export function shareMetrics(): void {
  const found = new Map<string, (metrics: ProcessMetrics) => void>();
  cluster.on('message', (worker: Worker, message: Message) => {
    if (message.metrics === 'found') found.get(message.id)?.(message.found ?? []);
    if (message.metrics !== 'gather') return;
    const workers = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected()) as Worker[];
    const reports = workers.map((one, i) => requestReport(one, i === 0, found));
    void Promise.all(reports).then((all) => {
      const gathered = all.filter((one) => one.length > 0);
      if (worker.isConnected()) worker.send({ metrics: 'gathered', id: message.id, gathered });
    });
  });
}

/** Requests the metrics of a worker. The result is empty if it does not report in time. */
function requestReport(worker: Worker, withShared: boolean, found: Map<string, (metrics: ProcessMetrics) => void>) {
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<ProcessMetrics>();
  found.set(id, resolve);
  const late = setTimeout(resolve, patienceMs, []);
  worker.send({ metrics: 'read', id, withShared });
  return promise.finally(() => {
    clearTimeout(late);
    found.delete(id);
  });
}
