import { isNonNullType } from 'graphql';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import { scopesOf } from '../src/domain/rules/scopes.ts';
import type { ScopeName, Scopes } from '../src/domain/rules/scopes.ts';
import type { FailureCode } from '../src/errors.ts';
import type { NodeType } from './global-id.ts';
import type { Extent, Quantity } from '@runners/graphql';

/**
 * The scopes that a root field requires, all of them. With `any key`, a key with any scope is enough. With `no key`, the field
 * works without a key, so scopes do not matter. With `by id`, the read scopes for the types of the ids are required.
 */
type Need = ScopeName | readonly ScopeName[] | 'any key' | 'no key' | 'by id';

/** Arguments as GraphQL has read them. */
// eslint-disable-next-line typescript/no-explicit-any -- each field knows its arguments
type Input = any;

/** What a root field states about itself, besides what TypeGraphQL has options for. */
export interface RootRules {
  scope: Need;
  /** The codes of its failures, besides INVALID and those that every operation can have; for a mutation, the list may be empty. */
  codes?: readonly FailureCode[];
  /** The points that it costs without its subfields: 1 without a statement, and 100 at least for a mutation. */
  cost?: Quantity;
  /** How much of it is in an answer, where its type does not tell. */
  extent?: Extent;
  /**
   * The argument that names the object whose list this is, and the type of the object. The list is null when there is no such object or
   * the reader may not see it, which is looked up only for a page without items (D274). @param when for which arguments that is so
   */
  listOf?: readonly [argument: string, type: NodeType, when?: (args: Input) => boolean];
  /** A query that no replica may answer, because it has to show what was committed last. */
  onPrimary?: true;
}

/**
 * States the scope, the codes of failures and the cost of a root field, at its method. Metadata is read once, when the schema is made;
 * `checkRoots` refuses a root field without it.
 */
export function RootField({ cost, extent, ...root }: RootRules): ReturnType<typeof Extensions> {
  return Extensions({ root, ...(cost === undefined ? {} : { cost }), ...(extent && { extent }) });
}

type Field = Pick<GraphQLField<unknown, unknown>, 'extensions'>;

/** What a root field states about itself. The fields of graphql-js itself state nothing, and need no key. */
export function rulesOf({ extensions }: Field): RootRules {
  return (extensions['root'] as RootRules | undefined) ?? { scope: 'no key' };
}

/** Whether a root field works without a key. Then the scopes of a key that the caller has sent do not matter (decisions D280). */
export function needsNoKey(field: Field): boolean {
  return rulesOf(field).scope === 'no key';
}

/** The scopes that a root field requires, whatever is selected of it. */
export function scopesOfRoot(field: Field): Scopes {
  const { scope } = rulesOf(field);
  if (scope === 'any key' || scope === 'no key' || scope === 'by id') return 0;
  return scopesOf(typeof scope === 'string' ? [scope] : scope);
}

/** @throws Error with what is missing at the methods of root fields, one sentence each */
export function checkRoots(schema: GraphQLSchema): void {
  const faults: string[] = [];
  for (const root of ['Query', 'Mutation', 'Subscription'] as const)
    for (const { name, type, extensions } of Object.values(schema[`get${root}Type`]()?.getFields() ?? {})) {
      const rules = extensions['root'] as Partial<RootRules> | undefined;
      const place =
        root === 'Mutation' ? "`scope: 'FEED_WRITE',` to it" : "`@RootField({ scope: 'FEED_READ' })` above it";
      if (!rules?.scope) faults.push(`${root}.${name} states no scope: add a line like ${place}.`);
      else if (root === 'Mutation' && !rules.codes)
        faults.push(
          `${root}.${name} states no codes of its failures: add a line like \`codes: ['NOT_FOUND'],\` to it.`,
        );
      if (root !== 'Subscription' && isNonNullType(type))
        faults.push(`${root}.${name} is null when it fails: add \`nullable: true\` to its @${root}.`);
    }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
