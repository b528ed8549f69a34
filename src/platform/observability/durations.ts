import type library from 'prom-client';
import type { Histogram, Registry } from 'prom-client';

/** Upper bounds of the buckets of a histogram, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The classes in which answers are counted. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** Counts and durations by a label and outcome. They are observed from the time when metrics are served. */
export class Durations {
  #histogram: Histogram | undefined;
  readonly #name: string;
  readonly #label: string;
  readonly #what: string;

  /**
   * @param name the beginning of the metrics' names, in the plural
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
    this.#histogram?.observe({ [this.#label]: value, outcome }, seconds);
  }

  /** Adds the two metrics to a registry: the histogram, and the number by outcome, which is read from it. */
  expose({ Counter, Histogram }: typeof library, registry: Registry): void {
    const common = { labelNames: [this.#label, 'outcome'], registers: [registry] };
    const name = `${this.#name.replace(/s$/, '')}_duration_seconds`;
    const histogram = new Histogram({ ...common, name, help: `Duration of ${this.#what}, by outcome.`, buckets });
    this.#histogram = histogram;
    const total = new Counter({
      ...common,
      name: `${this.#name}_total`,
      help: `Number of ${this.#what}, by outcome.`,
      async collect() {
        total.reset();
        for (const { metricName, labels, value } of (await histogram.get()).values)
          if (metricName === `${name}_count`) total.inc(labels, value);
      },
    });
  }
}
