import { MalformedBody } from '../../platform/bodies/malformed-body.ts';

/** The largest number of characters of text in one element. */
export const LONGEST_TEXT = 1 << 20;
/**
 * The number of different texts of `privacy` that are kept. There are three valid values, so one of four texts is
 * invalid.
 */
const MOST_PRIVACIES = 4;

/**
 * Follows the elements below the `extensions` of `gpx`, `metadata` and `trk`, in any namespace, and keeps the values
 * that are read.
 */
export class GpxExtensions {
  /** The texts of elements `privacy` at any depth, trimmed, in lower case; empty ones are left out (decisions N16). */
  readonly privacies = new Set<string>();
  socialAccessToken: string | null = null;

  /** The number of open elements below `extensions`. */
  #depth = 0;
  #ofMetadata = false;
  /** The depths of the open `privacy` and `social_access_token`, or 0 if none is open. */
  #privacyDepth = 0;
  #tokenDepth = 0;
  #privacy = '';
  #token = '';

  /** Whether text at the current position is read. */
  get wantsText(): boolean {
    return this.#privacyDepth > 0 || (this.#tokenDepth > 0 && this.#tokenDepth === this.#depth);
  }

  /** Begins `extensions`. Only those of `metadata` may contain a token. */
  enter(ofMetadata: boolean): void {
    this.#ofMetadata = ofMetadata;
  }

  /** Begins an element. `local` is its name without a prefix. */
  open(local: string): void {
    const depth = ++this.#depth;
    if (local === 'privacy' && this.#privacyDepth === 0) {
      this.#privacyDepth = depth;
      this.#privacy = '';
    } else if (local === 'social_access_token' && depth === 1 && this.#ofMetadata) {
      this.#tokenDepth = depth;
      this.#token = '';
    }
  }

  /** Takes text or CDATA. The text of `privacy` includes the text of elements inside it. @throws MalformedBody */
  text(text: string): void {
    if (this.#privacyDepth > 0) this.#privacy += text;
    else this.#token += text;
    if (this.#privacy.length + this.#token.length > LONGEST_TEXT)
      throw new MalformedBody('the text of an element is too long');
  }

  /** Ends an element. Returns true for `extensions` itself. */
  close(): boolean {
    const depth = this.#depth--;
    if (depth === 0) {
      this.#depth = 0;
      return true;
    }
    if (depth === this.#privacyDepth) {
      this.#privacyDepth = 0;
      const word = this.#privacy.trim().toLowerCase();
      if (word !== '' && this.privacies.size < MOST_PRIVACIES) this.privacies.add(word);
    } else if (depth === this.#tokenDepth) {
      this.#tokenDepth = 0;
      const token = this.#token.trim();
      if (token !== '') this.socialAccessToken ??= token;
    }
    return false;
  }
}
