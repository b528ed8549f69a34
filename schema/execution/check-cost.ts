import { GraphQLError } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { explainCost } from '@runners/graphql';
import type { AskedOperation, ExplainedCost } from '@runners/graphql';
import { extensionsOf } from '../../src/errors.ts';
import { prices } from './costs.ts';
import { limits } from './limits.ts';

/** The number of fields that a refusal names. */
const namedFields = 3;
/** The number of fields that are shown to whoever asks for the cost by field. */
const shownFields = 50;

/**
 * Checks what an operation costs. Where the cost arises is found out only if it is too much.
 * @throws GraphQLError TOO_COSTLY when the cost is above the limit, with the dearest fields and the largest page that would fit
 */
export function checkCost(schema: GraphQLSchema, cost: number, asked: AskedOperation): void {
  if (cost <= limits.cost) return;
  const { costBy, largestPage } = explainCost(prices, schema, asked, limits.cost);
  throw new GraphQLError(
    `The document costs ${cost}; at most ${limits.cost} is accepted. Ask for smaller pages.${advice({ costBy, largestPage })}`,
    {
      extensions: extensionsOf('TOO_COSTLY', {
        cost,
        limit: limits.cost,
        costBy: costBy.slice(0, namedFields),
        largestPage,
        http: { status: 400 },
      }),
    },
  );
}

function advice({ costBy: [dearest], largestPage }: ExplainedCost): string {
  if (!dearest) return '';
  const fits = largestPage && ` It fits with \`first: ${largestPage.first}\` at \`${largestPage.paths.join('`, `')}\`.`;
  return ` The dearest field is \`${dearest.path}\`, which costs ${dearest.cost}.${fits ?? ''}`;
}

/** What an operation costs by field, for whoever asks for it. */
export function costByField(schema: GraphQLSchema, asked: AskedOperation): ExplainedCost['costBy'] {
  return explainCost(prices, schema, asked, Infinity).costBy.slice(0, shownFields);
}
