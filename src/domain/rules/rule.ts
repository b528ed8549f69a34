/*
 * A rule is made of named conditions. The SQL that decides and the explanation of what it has decided are both made of it, so that
 * neither can say what the other does not.
 */

/** A condition with a name, such as `blocked: exists (…)`. */
export interface Named {
  /** Two or three words about the viewer or the thing, to which `yes` or `no` is an answer. */
  readonly name: string;
  readonly sql: string;
  /** The SQL of its opposite, where PostgreSQL plans that better than `not …`. */
  readonly opposite?: string;
  /** Whether it is about the viewer, so that people of another kind differ in it. */
  readonly ofViewer: boolean;
}

/** Named conditions, joined. */
export type Rule =
  | Named
  | { readonly every: readonly Rule[] }
  | { readonly some: readonly Rule[] }
  | { readonly not: Rule };

/** A condition about the viewer. */
export const ofViewer = (name: string, sql: string, opposite?: string): Named => named(name, sql, opposite, true);
/** A condition about the thing or its owner, which is the same for all viewers. */
export const ofThing = (name: string, sql: string, opposite?: string): Named => named(name, sql, opposite, false);
export const every = (...rules: readonly Rule[]): Rule => ({ every: rules });
export const some = (...rules: readonly Rule[]): Rule => ({ some: rules });
export const not = (rule: Rule): Rule => ({ not: rule });

function named(name: string, sql: string, opposite: string | undefined, isOfViewer: boolean): Named {
  return { name, sql, ofViewer: isOfViewer, ...(opposite === undefined ? {} : { opposite }) };
}

/** The rule about another person than the owner, whom its conditions then name. */
export function about(whom: string, rule: Rule): Rule {
  if ('every' in rule) return every(...rule.every.map((each) => about(whom, each)));
  if ('some' in rule) return some(...rule.some.map((each) => about(whom, each)));
  if ('not' in rule) return not(about(whom, rule.not));
  return { ...rule, name: `${whom}: ${rule.name}` };
}

/** The SQL of a rule. */
export function sqlOf(rule: Rule): string {
  if ('every' in rule) return `(${rule.every.map(sqlOf).join(' and ')})`;
  if ('some' in rule) return `(${rule.some.map(sqlOf).join(' or ')})`;
  if ('not' in rule) return ('sql' in rule.not ? rule.not.opposite : undefined) ?? `not ${sqlOf(rule.not)}`;
  return rule.sql;
}

/** Whether a rule holds, by the conditions that do. */
export function holds(rule: Rule, is: (condition: Named) => boolean): boolean {
  if ('every' in rule) return rule.every.every((each) => holds(each, is));
  if ('some' in rule) return rule.some.some((each) => holds(each, is));
  return 'not' in rule ? !holds(rule.not, is) : is(rule);
}

/** The conditions of a rule, each once, in their order. */
export function conditionsOf(rule: Rule): Named[] {
  const all = (each: Rule): Named[] => {
    if ('every' in each) return each.every.flatMap(all);
    if ('some' in each) return each.some.flatMap(all);
    return 'not' in each ? all(each.not) : [each];
  };
  return [...new Map(all(rule).map((each) => [each.name, each])).values()];
}

/** The conditions from which it follows that a rule holds or does not, as far as one needs to know. @param is whether a condition holds */
export function decidingOf(rule: Rule, is: (condition: Named) => boolean): Named[] {
  if ('not' in rule) return decidingOf(rule.not, is);
  if ('sql' in rule) return [rule];
  const parts = 'every' in rule ? rule.every : rule.some;
  // One part that fails decides `every`, and one that holds decides `some`.
  const one = parts.find((each) => holds(each, is) === 'some' in rule);
  return (one ? [one] : parts).flatMap((each) => decidingOf(each, is));
}

/** Whether a rule can come to hold, or not to. @param fixed whether a condition holds; undefined if that may change */
export function canBe(rule: Rule, wanted: boolean, fixed: (condition: Named) => boolean | undefined): boolean {
  if ('not' in rule) return canBe(rule.not, !wanted, fixed);
  if ('sql' in rule) return (fixed(rule) ?? wanted) === wanted;
  const parts = 'every' in rule ? rule.every : rule.some;
  const can = (each: Rule) => canBe(each, wanted, fixed);
  return 'every' in rule === wanted ? parts.every(can) : parts.some(can);
}
