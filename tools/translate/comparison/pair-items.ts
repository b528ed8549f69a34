import type { Tree } from './tree.ts';

/** Says what an item of a list is; null for one that cannot be told from others. Of a recorded item, it is what stands for it here. */
export type IdOf = (item: Tree, isRecorded: boolean) => { id: string; mayBeNew: boolean } | null;

/** The items of two lists that are the same thing, by their positions, and how the lists differ. */
export interface PairedItems {
  pairs: (readonly [recorded: number, answered: number])[];
  isInOrder: boolean;
  onlyRecorded: string[];
  onlyAnswered: string[];
}

/**
 * Pairs the items of two lists by what they are, so that one that is missing or moved does not make all others differ. Those that may be new are
 * paired in their order. Returns null where items cannot be told from each other, or nothing is in both lists: they are paired by position.
 */
export function pairItems(recorded: readonly Tree[], answered: readonly Tree[], idOf: IdOf): PairedItems | null {
  const there = recorded.map((item) => idOf(item, true));
  const here = answered.map((item) => idOf(item, false));
  const places = new Map(here.map((one, i) => [one?.id, i]));
  const known = new Set(there.map((one) => one?.id));
  if (places.has(undefined) || known.has(undefined)) return null;
  if (places.size < here.length || known.size < there.length) return null;
  const left = here.flatMap((one, i) => (known.has(one!.id) ? [] : [i]));
  const lost = there.flatMap((one, i) => (places.has(one!.id) ? [] : [i]));
  if (lost.length === there.length) return null;
  const mayBeNew = lost.length === left.length && lost.every((i) => there[i]!.mayBeNew);
  const found = there.flatMap((one, i) => {
    const place = places.get(one!.id) ?? (mayBeNew ? left[lost.indexOf(i)] : undefined);
    return place === undefined ? [] : [[i, place] as const];
  });
  return {
    pairs: found,
    isInOrder: found.every(([, place], i) => i === 0 || place > found[i - 1]![1]),
    onlyRecorded: mayBeNew ? [] : lost.map((i) => there[i]!.id),
    onlyAnswered: mayBeNew ? [] : left.map((i) => here[i]!.id),
  };
}
