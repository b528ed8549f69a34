import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import type { Retirement } from '../../src/retiring/plan.ts';
import type { Element, Via } from './elements.ts';
import { usesOf } from './uses.ts';
import type { OperationUses } from './uses.ts';

/**
 * Notes what an operation of a client uses, which is counted after its answer, and for the answer what will be switched off.
 * @throws Failure RETIRED or BROWNOUT if it uses what is off; that call counts as well
 */
export function noteUses(
  context: Context,
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): void {
  const uses = usesOf(schema, document, operationName);
  const inValues = keepUses(context, uses, variables, context.record.isNamed ? 'known' : 'text');
  if (context.plan.ofElements.size > 0) checkPlan(context, [...uses.elements, ...(inValues ?? [])]);
}

/** Notes what an operation uses. Returns what the values of its variables use, if there are such variables. */
export function keepUses(
  { record }: Pick<Context, 'record'>,
  uses: OperationUses,
  variables: Readonly<Record<string, unknown>>,
  via: Via,
): ReadonlySet<Element> | undefined {
  let found: Set<Element> | undefined;
  for (const [name, read] of uses.readers) read(variables[name], (found ??= new Set()));
  record.uses = uses.entries[via];
  if (found)
    for (const element of found) if (!uses.elements.has(element)) (record.values ??= []).push(element.entries[via]);
  return found;
}

/** @throws Failure RETIRED or BROWNOUT */
function checkPlan({ plan, record }: Context, used: readonly Element[]): void {
  const coordinates = new Set(used.flatMap((element) => element.coordinates));
  const retirements = [...coordinates].flatMap((name) => plan.ofElements.get(name) ?? []);
  if (retirements.length === 0) return;
  for (const retirement of retirements) {
    const refusal = plan.refuse(retirement, record.client);
    if (refusal) throw refusal;
  }
  record.deprecations = retirements.map(shown);
}

/** A retirement as `extensions.deprecations` shows it. */
function shown({ name, deprecatedMs, sunsetMs, instead, notice }: Retirement): object {
  return {
    coordinate: name,
    deprecatedAt: new Date(deprecatedMs).toISOString(),
    sunsetAt: new Date(sunsetMs).toISOString(),
    ...(instead === '' ? {} : { instead }),
    ...(notice === null ? {} : { notice }),
  };
}
