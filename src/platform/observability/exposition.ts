import type { Gauge, Metrics } from './metrics.ts';

/** The metrics of a process as plain data, which can be sent to another process. */
export type ProcessMetrics = object[];

/** Reads the metrics of a process for Prometheus. */
export interface Exposition {
  /** @param withShared whether this process reports the metrics that all processes share */
  read(withShared: boolean): Promise<ProcessMetrics>;
}

/** The number of milliseconds for which a gauge is waited for. The others are reported without it. */
const patienceMs = 900;

/**
 * Prepares the metrics of this process, including those of Node itself (memory, CPU, event loop, garbage collection). The
 * library is loaded here, and therefore only if metrics are served.
 * @param worker the number of this process, which is the label `worker` of each series
 */
export async function makeExposition(metrics: Metrics, worker: number): Promise<Exposition> {
  const library = (await import('prom-client')).default;
  const { collectDefaultMetrics, Gauge: LibraryGauge, Registry } = library;
  const registry = new Registry();
  registry.setDefaultLabels({ worker: String(worker) });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  new LibraryGauge({
    name: 'runners_worker_up',
    help: 'Processes of the service whose metrics were read.',
    registers: [registry],
  }).set(1);
  for (const family of [metrics.requests, metrics.operations, metrics.jobs]) family.expose(library, registry);

  return {
    async read(withShared) {
      // Each series has the number of its process, so that none is added to another one, and none is left out.
      const own = (await registry.getMetricsAsJSON()).map((one) => ({ ...one, aggregator: 'sum' }));
      const label = { worker: String(worker) };
      const found = await Promise.all(
        metrics.gauges.filter(({ shared }) => withShared || !shared).map((gauge) => valuesOf(gauge)),
      );
      for (const { values } of found) for (const value of values) Object.assign(value.labels, label);
      return [...own, ...found];
    },
  };
}

/** The values of a gauge, or none if reading it fails or takes too long. */
async function valuesOf({ name, help, type, label, labels, shared, read }: Gauge) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Record<string, number>>((resolve) => (timer = setTimeout(resolve, patienceMs, {})));
  const found = await Promise.race([Promise.resolve().then(read), late]).catch(() => ({}));
  clearTimeout(timer);
  const values: { labels: Record<string, string>; value: number }[] =
    typeof found === 'number'
      ? [{ labels: {}, value: found }]
      : Object.entries(found).map(([value, count]) => ({ labels: label ? { [label]: value } : {}, value: count }));
  // A value that all processes share has a label of its own, so that it is not added up by mistake.
  for (const value of values) Object.assign(value.labels, labels, shared && { scope: 'service' });
  return { name, help, type, aggregator: 'sum', values };
}

/** Writes the metrics of all processes in the text format of Prometheus. Each series has the number of its process. */
export async function writeMetrics(processes: readonly ProcessMetrics[]): Promise<{ type: string; text: string }> {
  const { AggregatorRegistry } = (await import('prom-client')).default;
  const together = AggregatorRegistry.aggregate(processes as object[][]);
  return { type: together.contentType, text: await together.metrics() };
}
