import { quoted } from '../../../src/platform/archives/file-name.ts';
import type { Found } from '../bundle/check.ts';

/** So many kinds of notes are told apart. */
const mostKinds = 500;

/** The notes of a bundle, counted by file, field and sentence. */
export class NoteSummary {
  readonly #kinds: Record<string, { count: number; first: number | null }> = Object.create(null) as Record<
    string,
    never
  >;
  #kindCount = 0;
  #others = 0;

  add({ file, line, field, sentence }: Found): void {
    // Positions in lists and ids are left away, so that equal sentences are counted together.
    const path = field.replaceAll(/\[\d+\]/g, '[]');
    const subject = path === '' ? '' : `${/^[\w.[\]]+$/.test(path) ? path : quoted(path)} `;
    const kind = `${quoted(file)}: ${subject}${sentence.replaceAll(/\d{2,}|\b\d\b/g, '…')}`;
    const known = this.#kinds[kind];
    if (known) known.count++;
    else if (this.#kindCount === mostKinds) this.#others++;
    else {
      this.#kinds[kind] = { count: 1, first: line };
      this.#kindCount++;
    }
  }

  /** A line for each kind. */
  text(): string {
    const lines = Object.entries(this.#kinds).map(
      ([kind, { count, first }]) =>
        `note: ${kind} (${count} times${first === null ? '' : `, first in line ${first}`}).\n`,
    );
    const others = this.#others === 0 ? '' : `note: ${this.#others} others; see them with --notes.\n`;
    return lines.join('') + others;
  }
}
