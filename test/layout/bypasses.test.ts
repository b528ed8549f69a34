/** A transport takes a request through `src/request/pipeline.ts` and does not admit, charge or refund it by itself. */
import { expect, test } from '@jest/globals';
import { bypassesOf } from './bypasses.ts';

test.each<[file: string, source: string]>([
  ['rest-compat/router.ts', "import { admit } from '../src/request/pipeline.ts';\nadmit(context, scopes);\n"],
  ['schema/transport/deliver.ts', '// The budget.\n/** A capacity. */\nchargeDone(reader, cost.points);\n'],
  ['src/web/cross-origin.ts', "import { pointHeaders } from '../domain/rules/request-cost.ts';\n"],
  ['src/request/pipeline.ts', 'context.budget.points.check();\n'],
  ['src/domain/feed/like.ts', "await context.budget.spend('like');\n"],
])('a file %s that goes through the stages is accepted', (file, source) => {
  expect(bypassesOf(file, source)).toEqual([]);
});

test.each<[file: string, source: string, what: string]>([
  ['rest-compat/router.ts', 'context.budget.points.check();\n', 'a budget'],
  ['rest-compat/reply.ts', 'function f({ budget }: Context) {}\n', 'a budget'],
  ['schema/transport/graphql-body.ts', "await limits.prepay('upload');\n", 'a budget'],
  [
    'schema/execution/documents.ts',
    "import type { RequestCost } from '../../src/domain/rules/request-cost.ts';\n",
    'the points',
  ],
  ['schema/transport/deliver.ts', "import { CallerBudgets } from '../../src/domain/rules/rates.ts';\n", 'the budgets'],
  ['src/web/pages/page.ts', 'await context.capacity.requests.run(who, make);\n', 'a gate'],
  ['src/web/media/serve-maps.ts', 'const { database, capacity } = processContext;\n', 'a gate'],
  ['src/web/pages/page.ts', "import { makeAuthenticator } from '../../domain/accounts/authenticate.ts';\n", 'keys'],
  [
    'rest-compat/router.ts',
    "import { runOnce } from '../src/domain/idempotency/run-once.ts';\n",
    'the Idempotency-Key',
  ],
  ['schema/transport/event-results.ts', 'gate.run(callerOf(reader), run);\n', 'whose turn'],
])('a file %s with `%s` is refused', (file, source, what) => {
  expect(bypassesOf(file, source)).toEqual([expect.stringContaining(`uses ${what}`)]);
});
