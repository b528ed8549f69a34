import { MalformedBody } from '../../platform/bodies/malformed-body.ts';

/** Characters of text in one element, at most. */
export const LONGEST_TEXT = 1 << 20;
/** Different texts of `privacy` that are kept: there are three words, so one of four is none of them. */
const MOST_PRIVACIES = 4;

/** Follows the elements below the `extensions` of `gpx`, `metadata` and `trk`, in any namespace, and keeps what counts. */
export class GpxExtensions {
  /** The texts of elements `privacy` at any depth, trimmed, in lower case; empty ones are left out (decisions N16). */
  readonly privacies = new Set<string>();
  socialAccessToken: string | null = null;

  /** Elements open below `extensions`. */
  #depth = 0;
  #ofMetadata = false;
  /** How deep the open `privacy` and `social_access_token` are; 0: none is open. */
  #privacyDepth = 0;
  #tokenDepth = 0;
  #privacy = '';
  #token = '';

  /** Whether text that comes now counts. */
  get wantsText(): boolean {
    return this.#privacyDepth > 0 || (this.#tokenDepth > 0 && this.#tokenDepth === this.#depth);
  }

  /** `extensions` begins; only that of `metadata` may have a token. */
  enter(ofMetadata: boolean): void {
    this.#ofMetadata = ofMetadata;
  }

  /** An element begins; `local` is its name without a prefix. */
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

  /** Text or CDATA; of `privacy` also the text of elements in it. @throws MalformedBody */
  text(text: string): void {
    if (this.#privacyDepth > 0) this.#privacy += text;
    else this.#token += text;
    if (this.#privacy.length + this.#token.length > LONGEST_TEXT)
      throw new MalformedBody('the text of an element is too long');
  }

  /** An element ends; true when it is `extensions` itself. */
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
