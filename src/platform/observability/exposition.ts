import type { Gauge, Metrics } from './metrics.ts';

/** The metrics of a process as one of several processes hands them on: plain data. */
export type ProcessMetrics = object[];

/** The metrics of a process, for Prometheus. */
export interface Exposition {
  /** @param withShared whether this process reports what all processes share */
  read(withShared: boolean): Promise<ProcessMetrics>;
}

/** Milliseconds that a number may take to look up: without it, the others are still reported. */
const patienceMs = 900;

/**
 * Prepares the metrics of this process; with them go those of Node itself (memory, CPU, event loop, collections). The
 * library is loaded here: a service whose metrics nobody reads has none of it.
 * @param worker the number of this process, in the label `worker` of each series
 */
export async function makeExposition(metrics: Metrics, worker: number): Promise<Exposition> {
  const { collectDefaultMetrics, Gauge: LibraryGauge, Registry } = (await import('prom-client')).default;
  const registry = new Registry();
  registry.setDefaultLabels({ worker: String(worker) });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  new LibraryGauge({
    name: 'runners_worker_up',
    help: 'Processes of the service whose metrics were read.',
    registers: [registry],
  }).set(1);

  return {
    async read(withShared) {
      const own = (await registry.getMetricsAsJSON()) as object[];
      const label = { worker: String(worker) };
      const counted = [metrics.requests, metrics.operations, metrics.jobs].flatMap((family) => family.exposed());
      const looked = await Promise.all(
        metrics.gauges.filter(({ shared }) => withShared || !shared).map((gauge) => valuesOf(gauge)),
      );
      for (const { values } of [...counted, ...looked]) for (const value of values) Object.assign(value.labels, label);
      return [...own, ...counted, ...looked];
    },
  };
}

/** The values of a number that is looked up; none when it cannot be. */
async function valuesOf({ name, help, type, label, shared, read }: Gauge) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Record<string, number>>((resolve) => (timer = setTimeout(resolve, patienceMs, {})));
  const found = await Promise.race([Promise.resolve().then(read), late]).catch(() => ({}));
  clearTimeout(timer);
  const values: { labels: Record<string, string>; value: number }[] =
    typeof found === 'number'
      ? [{ labels: {}, value: found }]
      : Object.entries(found).map(([value, count]) => ({ labels: label ? { [label]: value } : {}, value: count }));
  // What all processes share is nobody's: `shared` keeps it from being added up by mistake.
  if (shared) for (const value of values) value.labels['scope'] = 'service';
  return { name, help, type, aggregator: 'sum', values };
}

/** Writes the metrics of all processes as text, in the format of Prometheus. Each series says which process it is of. */
export async function writeMetrics(processes: readonly ProcessMetrics[]): Promise<{ type: string; text: string }> {
  const { AggregatorRegistry } = (await import('prom-client')).default;
  const together = AggregatorRegistry.aggregate(processes as object[][]);
  return { type: together.contentType, text: await together.metrics() };
}
