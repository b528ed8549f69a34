import type { Gauge } from '../platform/observability/metrics.ts';
import type { CurrentPlan } from './current-plan.ts';
import type { Retirement } from './plan.ts';

/** The metrics of a plan, by what it names: whether it is off, when it ends, and how many calls of it this process has refused. */
export function planGauges(plan: CurrentPlan): Gauge[] {
  const each = (value: (retirement: Retirement) => number) => () =>
    Object.fromEntries(plan.retirements.map((one) => [one.name, value(one)]));
  return [
    {
      name: 'runners_retirement_off',
      help: 'Whether a row or a part of the schema is switched off now, for good or in a brownout (1), or not (0).',
      type: 'gauge',
      label: 'name',
      shared: true,
      read: each((one) => (plan.isOff(one) ? 1 : 0)),
    },
    {
      name: 'runners_retirement_sunset_timestamp_seconds',
      help: 'When a row or a part of the schema is switched off for good.',
      type: 'gauge',
      label: 'name',
      shared: true,
      read: each(({ sunsetMs }) => sunsetMs / 1000),
    },
    {
      name: 'runners_retirement_refusals_total',
      help: 'Calls that were refused because what they call is switched off.',
      type: 'counter',
      label: 'name',
      read: () => ({ ...each(() => 0)(), ...Object.fromEntries(plan.refused) }),
    },
  ];
}
