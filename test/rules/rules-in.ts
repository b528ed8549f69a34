import type { Condition, Sees } from '../../src/platform/database/statement.ts';
import * as visibility from '../../src/domain/rules/visibility.ts';

export const isRule = (sees: Sees): sees is Condition => typeof sees === 'function';

const hole = (i: number) => `HOLE${i}HOLE`;
/** The rules about the row of an object. */
const ofRows = new Map<Condition, (row: visibility.ObjectRow) => string>([
  [visibility.visibleTo, (row) => visibility.visibleTo(hole(0), row, hole(1))],
  [visibility.isPublic, visibility.isPublic],
  [visibility.isForFriends, visibility.isForFriends],
  [visibility.isShared, visibility.isShared],
]);
/** The texts of a rule, with holes for its expressions: one, or one for each kind of row. */
function textsOf(rule: Condition): string[] {
  const ofRow = ofRows.get(rule);
  if (ofRow) return visibility.objectRows.map(ofRow);
  const holes = Array.from({ length: rule.length }, (_, i) => hole(i));
  return [(rule as (...expressions: string[]) => string)(...holes)];
}

/** What the condition looks like for any expressions: the same one in each place of the same parameter. */
export function lookOf(rule: Condition): RegExp {
  const looks = textsOf(rule).map((text, form) => {
    const found = new Set<string>();
    const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return escaped.replaceAll(/HOLE(\d)HOLE/g, (_hole, i: string) => {
      if (found.has(i)) return String.raw`\k<e${form}_${i}>`;
      found.add(i);
      return String.raw`(?<e${form}_${i}>[\w.$:]+)`;
    });
  });
  return new RegExp(looks.join('|'));
}

/** The rules of which a statement may contain several, or several times the same. */
const counted: Condition[] = [
  visibility.visibleTo,
  visibility.isPublic,
  visibility.isForFriends,
  visibility.isShared,
  visibility.userVisibleTo,
  visibility.onTerms,
  visibility.onTermsAsPair,
  visibility.offTerms,
  visibility.friendshipVisibleTo,
  visibility.takesPartIn,
  visibility.deliveredTo,
  visibility.isShownTo,
  visibility.hasNotMuted,
  visibility.hasNotMutedInList,
  visibility.closeTo,
  visibility.friendOf,
  visibility.blocks,
  visibility.isPresent,
  visibility.isPresentInList,
  visibility.isSuspended,
  visibility.hasAccount,
];
const looks = counted.map((rule) => [rule.name, new RegExp(lookOf(rule), 'g')] as const);

/** How often a text contains each rule, apart from those of which another rule there is made. */
export function rulesIn(text: string): Record<string, number> {
  const places = looks.flatMap(([name, look]) =>
    [...text.matchAll(look)].map(({ 0: found, index }) => ({ name, from: index, to: index + found.length })),
  );
  const counts: Record<string, number> = {};
  for (const one of places) {
    const isInside = places.some(({ from, to }) => from <= one.from && to >= one.to && to - from > one.to - one.from);
    if (!isInside) counts[one.name] = (counts[one.name] ?? 0) + 1;
  }
  return counts;
}
