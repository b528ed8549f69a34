/** The files that decide who may see, who may change and what is paid, each with the tests that have to notice a change of it. */
export const mutated: Readonly<Record<string, readonly string[]>> = {
  'src/domain/rules/visibility.ts': ['rules/visibility', 'rules/visibility-nested', 'people/suspended', 'rules/model'],
  'src/domain/rules/ownership.ts': ['workouts/edit', 'routes/routes'],
  'src/domain/rules/request-cost.ts': ['accounts/request-cost', 'accounts/points', 'accounts/plans'],
  'src/domain/rules/rates.ts': ['accounts/rates', 'accounts/budgets', 'accounts/strangers'],
  'src/domain/idempotency/run-once.ts': ['idempotency/once', 'idempotency/resends'],
  'src/platform/cost-buckets.ts': ['accounts/points', 'accounts/request-cost', 'accounts/budgets'],
};
