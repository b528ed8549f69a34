import type { WantedElement } from './wanted.ts';
import { MalformedRecording } from './malformed-recording.ts';

/** The largest number of characters of text in one element. */
export const LONGEST_TEXT = 1 << 20;

/** A wanted element that is open. */
interface Open {
  wanted: WantedElement;
  depth: number;
  text: string;
}

/**
 * Follows the elements below the `extensions` of `gpx`, `metadata` and `trk`, in any namespace, and keeps the texts of
 * those that are wanted.
 */
export class GpxExtensions {
  /** The different texts of each wanted element that has some, by its name. */
  readonly texts = new Map<string, Set<string>>();

  /** The number of open elements below `extensions`. */
  #depth = 0;
  #ofMetadata = false;
  /** The wanted elements that are open, the innermost last. Nothing is wanted inside of one that takes all text. */
  readonly #open: Open[] = [];

  constructor(readonly wanted: readonly WantedElement[]) {}

  /** Whether text at the current position is read. */
  get wantsText(): boolean {
    const inner = this.#open.at(-1);
    return inner !== undefined && (inner.wanted.where === 'anywhere' || inner.depth === this.#depth);
  }

  /** Begins `extensions`. */
  enter(ofMetadata: boolean): void {
    this.#ofMetadata = ofMetadata;
  }

  /** Begins an element. `local` is its name without a prefix. */
  open(local: string): void {
    const depth = ++this.#depth;
    if (this.#open.at(-1)?.wanted.where === 'anywhere') return;
    const wanted = this.wanted.find(
      ({ name, where }) => name === local && (where === 'anywhere' || (depth === 1 && this.#ofMetadata)),
    );
    if (wanted) this.#open.push({ wanted, depth, text: '' });
  }

  /** Takes text or CDATA. @throws MalformedRecording */
  text(text: string): void {
    const inner = this.#open.at(-1);
    if (!inner) return;
    inner.text += text;
    if (this.#open.reduce((length, { text }) => length + text.length, 0) > LONGEST_TEXT)
      throw new MalformedRecording('the text of an element is too long');
  }

  /** Ends an element. Returns true for `extensions` itself. */
  close(): boolean {
    const depth = this.#depth--;
    if (depth === 0) {
      this.#depth = 0;
      return true;
    }
    if (this.#open.at(-1)?.depth === depth) this.#keep(this.#open.pop() as Open);
    return false;
  }

  #keep({ wanted: { name, most, kept }, text }: Open): void {
    const value = kept ? kept(text) : text.trim();
    const values = this.texts.get(name) ?? new Set();
    if (value === '' || values.size >= most) return;
    this.texts.set(name, values.add(value));
  }
}
