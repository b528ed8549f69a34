import type { Logger } from 'pino';
import { ConfigError } from '../platform/config.ts';
import type { Failure } from '../errors.ts';
import type { Database } from '../platform/database/database.ts';
import { isRowName, noPlan, partsOf } from './plan.ts';
import type { Plan, Retirement } from './plan.ts';
import { planIn } from './read-plan.ts';
import type { Retirables } from './read-plan.ts';
import { refusalOf, stateOf } from './schedule.ts';
import { pauseState } from './usage.queries.ts';

/** Milliseconds between two looks whether the plan is paused. */
const lookMs = 400;

/** What a `CurrentPlan` needs. */
export interface PlanHost {
  database: Database;
  retirables: Retirables;
  now: () => Date;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** The plan that is in force, which can be read again and paused without a restart (docs/retiring.md). */
export class CurrentPlan {
  /** Changes whenever another plan is in force. */
  version = 0;
  /** How many calls this process has refused, by what of a plan they called. */
  readonly refused = new Map<string, number>();
  readonly #host: PlanHost;
  readonly #path: string | undefined;
  #plan: Plan = noPlan;
  #ofRows: ReadonlyMap<string, readonly Retirement[]> = new Map();
  #ofElements: ReadonlyMap<string, Retirement> = new Map();
  #pausedSince: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #onChange: () => void = () => {};
  #looking: Promise<void> | null = null;

  /** @param path the file; without one, nothing is ever switched off */
  constructor(path: string | undefined, host: PlanHost) {
    this.#path = path;
    this.#host = host;
  }

  /**
   * Reads the plan, and looks from then on whether it is paused.
   * @param onChange is called now, and whenever another plan is in force
   * @throws ConfigError as `planIn`
   */
  async open(onChange: () => void): Promise<void> {
    this.#onChange = onChange;
    if (this.#path === undefined) return;
    await this.#read(this.#path);
    await this.look();
    this.#timer = setInterval(() => void this.look(), lookMs).unref();
  }

  /** Reads the plan again. If it is refused, the sentence is logged, and the plan before stays in force. */
  async reload(): Promise<void> {
    if (this.#path === undefined) return;
    try {
      await this.#read(this.#path);
      this.#host.log.info({ retirements: this.#plan.retirements.length }, 'the plan of retirements was read again');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.#host.log.warn(`${error.message} (the plan before stays in force)`);
    }
  }

  /** The plan of a service that switches nothing off, for what is only tried. */
  none(): CurrentPlan {
    return new CurrentPlan(undefined, this.#host);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#take(noPlan);
  }

  /** What will be switched off, as the plan lists it. */
  get retirements(): readonly Retirement[] {
    return this.#plan.retirements;
  }

  /** Why nothing is switched off: `plan` if the plan says so, or since when it is paused; null if it is not. */
  get paused(): string | null {
    return this.#plan.paused ? 'plan' : this.#pausedSince;
  }

  /** What will be switched off of a row, by its first label: the whole, and values of its parameters. */
  ofRow(label: string): readonly Retirement[] {
    return this.#ofRows.get(label) ?? [];
  }

  /** What will be switched off of the schema, by coordinates. */
  get ofElements(): ReadonlyMap<string, Retirement> {
    return this.#ofElements;
  }

  /** Whether something is off now for clients that the plan does not except. */
  isOff(retirement: Retirement): boolean {
    return this.paused === null && stateOf(retirement, '', this.#host.now().getTime()) !== 'on';
  }

  /**
   * The failure with which the call of a client is answered, which is counted; null while what it calls is on for it.
   * @param further as `refusalOf`
   */
  refuse(retirement: Retirement, client: string, further?: string): Failure | null {
    if (this.paused !== null) return null;
    const nowMs = this.#host.now().getTime();
    const refusal = refusalOf(retirement, stateOf(retirement, client, nowMs), nowMs, further);
    if (refusal) this.refused.set(retirement.name, (this.refused.get(retirement.name) ?? 0) + 1);
    return refusal;
  }

  async #read(path: string): Promise<void> {
    this.#take(await planIn(path, this.#host.retirables));
  }

  #take(plan: Plan): void {
    const rows = plan.retirements.filter(({ name }) => isRowName(name));
    this.#plan = plan;
    this.#ofRows = Map.groupBy(rows, ({ name }) => partsOf(name).label);
    this.#ofElements = new Map(plan.retirements.filter((one) => !rows.includes(one)).map((one) => [one.name, one]));
    this.version++;
    this.#onChange();
  }

  /** Looks whether it is paused, once at a time. What was known stays while the database does not answer. */
  look(): Promise<void> {
    this.#looking ??= this.#host.database
      .one(pauseState, [])
      .then((row) => {
        this.#pausedSince = row?.since ?? null;
      })
      .catch((error: unknown) => this.#host.log.warn({ err: error }, 'it is not known whether the plan is paused'))
      .finally(() => (this.#looking = null));
    return this.#looking;
  }
}
