/** How many characters of what was sent an error repeats (decisions D276). */
const mostQuoted = 200;
/** The largest length of a message. */
const longestMessage = 1000;

/** A text of the caller as an error repeats it. */
export function quoted(text: string): string {
  return text.length <= mostQuoted ? text : `${text.slice(0, mostQuoted - 1)}…`;
}

const quotations = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gs;

/** A message in which everything that it quotes is shortened. Messages of graphql-js quote what was sent, however long it is. */
export function withShortQuotes(message: string): string {
  if (message.length <= mostQuoted) return message;
  const shorter = message.replaceAll(quotations, (text) =>
    text.length <= mostQuoted + 2 ? text : `${text.slice(0, mostQuoted)}…${text.at(-1)}`,
  );
  return shorter.length <= longestMessage ? shorter : `${shorter.slice(0, longestMessage - 1)}…`;
}
