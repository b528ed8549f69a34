/** How many characters of what was sent an error repeats. */
const mostQuoted = 200;
/** The largest length of a message. */
const longestMessage = 1000;

/** A text of the caller as an error repeats it. */
export function quoted(text: string): string {
  return text.length <= mostQuoted ? text : `${text.slice(0, mostQuoted - 1)}…`;
}

/**
 * A message in which everything that it quotes is shortened. Messages of graphql-js quote what was sent, however long it is, and the
 * time is proportional to their length: a quotation mark that nothing closes is looked for once.
 */
export function withShortQuotes(message: string): string {
  if (message.length <= mostQuoted) return message;
  const marks = new Set(['"', "'", '`']);
  let shorter = '';
  for (let at = 0; at < message.length && shorter.length <= longestMessage;) {
    const mark = message[at]!;
    const closed = marks.has(mark) ? endOfQuotation(message, at) : 0;
    if (closed === 0) marks.delete(mark);
    const end = closed || at + 1;
    shorter += end - at <= mostQuoted + 2 ? message.slice(at, end) : `${message.slice(at, at + mostQuoted)}…${mark}`;
    at = end;
  }
  return shorter.length <= longestMessage ? shorter : `${shorter.slice(0, longestMessage - 1)}…`;
}

/** The index after the quotation that begins at `start`; 0 if nothing closes it. */
function endOfQuotation(message: string, start: number): number {
  for (let at = start + 1; at < message.length; at++)
    if (message[at] === '\\') at++;
    else if (message[at] === message[start]) return at + 1;
  return 0;
}
