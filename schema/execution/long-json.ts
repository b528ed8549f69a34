import { makeEventLoopQueue } from '../../src/platform/event-loop-queue.ts';
import { endOfPiece, pieceLength } from '../../src/web/answers/long-text.ts';

/** The data of results whose JSON may be long. */
const long = new WeakSet<object>();
/** Resolves in another turn of the event loop, so that others are answered in between. */
export const turn = makeEventLoopQueue();

/** Notes that the JSON of these data may be long. */
export function noteLong(data: object): void {
  long.add(data);
}

/** Waits for another turn of the event loop when these data may be long, so that others are answered between two long pieces of work. */
export async function othersFirst(data: unknown): Promise<void> {
  if (typeof data === 'object' && data !== null && long.has(data)) await turn();
}

/**
 * The JSON of the data of a result, or of the whole that contains them. What may be long is written a piece in each turn of the
 * event loop.
 */
export function jsonOf(data: object | null | undefined, whole: unknown = data): string | Promise<string> {
  return data && long.has(data) ? jsonInTurns(whole) : JSON.stringify(whole);
}

async function jsonInTurns(value: unknown): Promise<string> {
  let text = '';
  let length = 0;
  for (const piece of pieces(value)) {
    text += piece;
    length += piece.length;
    if (length < pieceLength) continue;
    length = 0;
    await turn();
  }
  return text;
}

function* pieces(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > pieceLength) {
    let before = '"';
    for (let at = 0; at < value.length;) {
      const end = endOfPiece(value, at);
      yield before + JSON.stringify(value.slice(at, end)).slice(1, -1);
      before = '';
      at = end;
    }
    yield '"';
  } else if (Array.isArray(value)) {
    let before = '[';
    for (const item of value) {
      yield before;
      yield* pieces(item);
      before = ',';
    }
    yield value.length === 0 ? '[]' : ']';
  } else if (typeof value === 'object' && value !== null && 'toJSON' in value) {
    yield* pieces((value as { toJSON(): unknown }).toJSON());
  } else if (typeof value === 'object' && value !== null) {
    let before = '{';
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* pieces(part);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(value) ?? 'null';
}
