/**
 * Thrown for a body or query string that cannot be read: it is not well-formed, nested too deeply, in the wrong
 * encoding, or hostile. Readers throw no other error. The message is one short line that says what is wrong, and where
 * if that is easy to find. It is sent to the client in the 400 answer (decisions W19), so it quotes only a few words of
 * the input.
 */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody';

  constructor(message: string) {
    super(message.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').slice(0, 200));
  }
}
