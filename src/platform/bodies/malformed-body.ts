/**
 * A body (or query string) that can't be read: not well-formed, nested too deeply, not in its encoding, or hostile.
 * The only error that readers throw. The message is one short line that says what is wrong and, where it is cheap,
 * where; it goes to the client in the 400 answer (decisions W19), so it never quotes more than a few words of input.
 */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody';

  constructor(message: string) {
    super(message.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').slice(0, 200));
  }
}
