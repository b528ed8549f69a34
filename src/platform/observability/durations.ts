/** Upper bounds of the buckets of a histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** The classes in which answers are counted. */
export type Outcome = 'ok' | 'refused' | 'failed';
const outcomes: readonly Outcome[] = ['ok', 'refused', 'failed'];

/** The counts by outcome and the histogram of one value of a label. Its arrays are allocated once. */
class Series {
  /** The number of durations in each bucket. The last bucket has no upper bound. */
  readonly buckets = new Float64Array(bounds.length + 1);
  readonly counts: Record<Outcome, number> = { ok: 0, refused: 0, failed: 0 };
  seconds = 0;

  add(seconds: number, outcome: Outcome): void {
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
    this.buckets[bucket] = (this.buckets[bucket] as number) + 1;
    this.seconds += seconds;
    this.counts[outcome]++;
  }
}

/** A value of a metric, as prom-client reads it. */
interface Value {
  labels: Record<string, string | number>;
  value: number;
  metricName?: string;
}

/** A metric, as prom-client reads it from its registry. */
export interface ExposedMetric {
  name: string;
  help: string;
  type: 'histogram' | 'counter' | 'gauge';
  aggregator: 'sum';
  values: Value[];
}

/**
 * Counts and durations by a label. The histogram of the library creates an object and a text of its labels for each
 * observation, which takes 20 times as long (docs/observability.md#what-it-costs).
 */
export class Durations {
  readonly #series = new Map<string, Series>();
  readonly #name: string;
  readonly #label: string;
  readonly #what: string;

  /**
   * @param name the beginning of the metrics' names
   * @param label the name of the label
   * @param what the things that are counted, as the help texts of the metrics name them
   */
  constructor(name: string, label: string, what: string) {
    this.#name = name;
    this.#label = label;
    this.#what = what;
  }

  /** Adds an observation. @param value the value of the label, of which there is a limited number @param seconds its duration */
  add(value: string, seconds: number, outcome: Outcome): void {
    let series = this.#series.get(value);
    if (!series) this.#series.set(value, (series = new Series()));
    series.add(seconds, outcome);
  }

  /** Returns the two metrics: the number by outcome, and the histogram of durations. */
  exposed(): ExposedMetric[] {
    const [counts, durations]: [Value[], Value[]] = [[], []];
    const total = `${this.#name}_total`;
    const histogram = `${this.#name}_duration_seconds`;
    for (const [value, series] of this.#series) {
      const labels = { [this.#label]: value };
      for (const outcome of outcomes)
        counts.push({ labels: { ...labels, outcome }, value: series.counts[outcome], metricName: total });
      let sum = 0;
      series.buckets.forEach((count, i) => {
        sum += count;
        durations.push({
          labels: { ...labels, le: bounds[i] ?? '+Inf' },
          value: sum,
          metricName: `${histogram}_bucket`,
        });
      });
      durations.push({ labels, value: series.seconds, metricName: `${histogram}_sum` });
      durations.push({ labels, value: sum, metricName: `${histogram}_count` });
    }
    const aggregator = 'sum';
    return [
      { name: total, help: `Number of ${this.#what}, by outcome.`, type: 'counter', aggregator, values: counts },
      { name: histogram, help: `Duration of ${this.#what}.`, type: 'histogram', aggregator, values: durations },
    ];
  }
}
