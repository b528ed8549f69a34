import type { Outcome } from './calls.ts';

/** Kinds of writes that are entered. */
export type Kind =
  | 'message'
  | 'comment'
  | 'workout'
  | 'like'
  | 'registration'
  | 'friend request'
  | 'picture'
  | 'invitation';

/** A write that was attempted, and what was answered. */
export interface Entry {
  kind: Kind;
  /** By what it is found again: a text, a title, an address, a SHA-256, or two ids. Never the same twice. */
  mark: string;
  /** What it belongs to: a conversation, a post or a person. */
  place: number;
  /** The key of somebody who sees it. */
  key: string;
  result: Outcome['result'];
  /** The path that the answer named. */
  location: string;
}

/** Every write that was attempted, with the round it belongs to. */
export class Ledger {
  readonly all: Entry[] = [];
  #roundFrom = 0;

  enter(entry: Entry): void {
    this.all.push(entry);
  }

  /** The entries since the last call of `newRound`. */
  get round(): Entry[] {
    return this.all.slice(this.#roundFrom);
  }

  newRound(): void {
    this.#roundFrom = this.all.length;
  }

  /** How many of the entries had each result, as a sentence says it. */
  static summary(entries: readonly Entry[]): string {
    const count = (result: Outcome['result']) => entries.filter((entry) => entry.result === result).length;
    return `${count('made')} writes acknowledged, ${count('refused')} refused, ${count('unknown')} of unknown fate`;
  }
}

/**
 * What is wrong with how often something was found: what was acknowledged is there once, what was refused is not there,
 * and what nobody knows is there once at most. Null if nothing is.
 */
export function faultOf({ kind, mark, result }: Entry, count: number): string | null {
  const what = `${kind} "${mark}"`;
  if (count > 1) return `doubled: ${what} is there ${count} times`;
  if (result === 'made' && count === 0) return `lost: ${what} was acknowledged`;
  if (result === 'refused' && count > 0) return `made although it was refused: ${what}`;
  return null;
}
