/** Texts with more characters are written a piece at a time, so that encoding them does not hold the event loop. */
export const longText = 256 * 1024;
/** The number of characters of a piece, which takes up to a millisecond. */
export const pieceLength = 32 * 1024;

/** The end of a piece that begins at `at`. It does not divide a pair of surrogates. */
export function endOfPiece(text: string, at: number): number {
  const end = at + pieceLength;
  const isDivided = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isDivided ? end + 1 : end;
}

/** The pieces of a text, in order. */
export async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length;) {
    const end = endOfPiece(text, at);
    yield text.slice(at, end);
    at = end;
  }
}
