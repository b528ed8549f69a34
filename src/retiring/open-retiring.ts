import type { Config } from '../platform/config.ts';
import type { Observer } from '../platform/observability/observer.ts';
import { UsageCounts } from '../platform/observability/usage-counts.ts';
import { carryOver } from './carry-over.ts';
import { CurrentPlan } from './current-plan.ts';
import type { PlanHost } from './current-plan.ts';
import { startLedger } from './ledger.ts';

/** The ledger of a service, and its plan of what will be switched off. */
export interface Retiring {
  plan: CurrentPlan;
  /** Writes the calls that were counted. */
  flush(): Promise<void>;
  /** Writes the last calls, and ends. */
  stop(): Promise<void>;
}

/**
 * Reads the plan, and begins to count calls.
 * @param onChange is called now, and whenever another plan is in force
 * @throws ConfigError if the plan is refused
 */
export async function openRetiring(
  { retirementPlan, usageLedger }: Pick<Config, 'retirementPlan' | 'usageLedger'>,
  host: PlanHost & { observer: Observer },
  onChange: (plan: CurrentPlan) => void,
): Promise<Retiring> {
  const plan = new CurrentPlan(retirementPlan, host);
  await plan.open(() => onChange(plan));
  await carryOver(host.database);
  const usage = usageLedger ? new UsageCounts(host.now) : null;
  host.observer.usage = usage;
  const ledger = usage && startLedger(host.database, usage, host.log);
  return {
    plan,
    flush: async () => (ledger ? ledger.flush() : undefined),
    async stop() {
      plan.close();
      if (ledger) await ledger.stop();
    },
  };
}
