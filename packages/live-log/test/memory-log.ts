import type { EventLog, LogPosition, Placed } from '../log/event-log.ts';

/** An event about a room. */
export interface Said {
  seq: number;
  kind: string;
  room: number;
  text: string;
}

/** A log in memory, in which events have their positions in the order of their commits. */
export class MemoryLog implements EventLog<Said> {
  #events: Said[] = [];
  #unplaced: Omit<Said, 'seq'>[] = [];
  #lastSeq = 0;
  #prunedSeq = 0;
  #epoch = '00000001';
  readonly #former: string[] = [];
  /** What it fails with, instead of answering. */
  failure: Error | null = null;

  /** What a transaction does that has been committed. */
  append(room: number, text: string, kind = 'said'): void {
    this.#unplaced.push({ kind, room, text });
  }

  /** The events after a position and up to another that are about a room, as a query finds them. */
  of(room: number, after: number, upTo = this.#lastSeq, most = Infinity): Said[] {
    return this.#events.filter((one) => one.room === room && one.seq > after && one.seq <= upTo).slice(0, most);
  }

  /** Deletes the events up to a position. */
  prune(upTo: number): void {
    this.#prunedSeq = upTo;
    this.#events = this.#events.filter(({ seq }) => seq > upTo);
  }

  /** What a restore does: later events are lost, and positions are given anew in another epoch. */
  restore(upTo: number): void {
    this.#former.push(`${this.#epoch}:${upTo}`);
    this.#epoch = String(Number(this.#epoch) + 1).padStart(8, '0');
    this.#events = this.#events.filter(({ seq }) => seq <= upTo);
    this.#unplaced = [];
    this.#lastSeq = upTo;
  }

  get prunedSeq(): number {
    return this.#prunedSeq;
  }

  #place(): Placed<Said>[] {
    if (this.failure) throw this.failure;
    const placed = this.#unplaced.splice(0).map((one) => ({ ...one, seq: ++this.#lastSeq }));
    this.#events.push(...placed);
    return placed.map((one) => ({ ...one, numbered: true }));
  }

  async read(after: number, most: number) {
    const lastSeq = this.#lastSeq;
    const placed = this.#place();
    const known = this.#events.filter(({ seq }) => seq > after && seq <= lastSeq).slice(0, most);
    const events = [...known.map((one) => ({ ...one, numbered: false })), ...placed];
    return { epoch: this.#epoch, lastSeq, events };
  }

  async readNumbered() {
    const lastSeq = this.#lastSeq;
    return { epoch: this.#epoch, lastSeq, events: this.#place() };
  }

  async number() {
    return { epoch: this.#epoch, count: this.#place().length };
  }

  async position(): Promise<LogPosition> {
    if (this.failure) throw this.failure;
    return { lastSeq: this.#lastSeq, prunedSeq: this.#prunedSeq, epoch: this.#epoch, former: this.#former };
  }

  async lag(after: number): Promise<number> {
    return this.#unplaced.length > 0 || this.#lastSeq > after ? 1 : 0;
  }

  async settled(): Promise<void> {}
}
