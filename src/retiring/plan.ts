/** A time in which something that will be switched off is off already. */
export interface Brownout {
  fromMs: number;
  untilMs: number;
}

/** A row, a value of one of its parameters, or a part of the GraphQL schema that will be switched off. Times are Unix milliseconds. */
export interface Retirement {
  /**
   * As the plan names it: `GET /post/`, `GET /post/?type=dashboard`, `Workout.source`, `Query.feed(type:)`. Labels are the first of
   * their row.
   */
  name: string;
  deprecatedMs: number;
  sunsetMs: number;
  /** In the order of time. */
  brownouts: readonly Brownout[];
  /** The names of keys that no brownout concerns. */
  never: ReadonlySet<string>;
  /** A sentence about what replaces it; empty if there is none. */
  instead: string;
  /** A page about it; null if there is none. */
  notice: string | null;
}

/** What will be switched off. */
export interface Plan {
  retirements: readonly Retirement[];
  /** Whether nothing is switched off yet, whatever the times are. */
  paused: boolean;
}

/** The plan of a service without one. */
export const noPlan: Plan = { retirements: [], paused: false };

/** The row of a name of a REST row or of a value of its parameter, and that parameter. */
export function partsOf(name: string): { label: string; parameter?: { name: string; value: string } } {
  const [, label = '', key = '', value = ''] = /^(.*)\?(\w+)=([^[{&]*)$/.exec(name) ?? [];
  return label === '' ? { label: name } : { label, parameter: { name: key, value } };
}

/** Whether a name is one of a REST row, and not a part of the schema. */
export function isRowName(name: string): boolean {
  return /^[A-Z]+ \//.test(name);
}
