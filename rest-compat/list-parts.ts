import { writeCursor } from '../schema/pagination/cursor.ts';
import type { AnswerTexts } from '../src/platform/database/answer-texts.ts';
import type { AnyRow, RestRequest } from './endpoint.ts';
import { formatEntry, formats } from './formats/formats.ts';
import type { Format } from './formats/formats.ts';
import type { WireValue } from '@runners/wire';

/** A part of a list. */
interface ListPart {
  objects: WireValue[];
  /** The cursor of the last one. */
  last: string;
  /** The number of items of the list; Infinity if it is not known. */
  total: number;
}

/** How a list is read that may be too long for one answer. Its document takes `first`, `offset` and `after`. */
export interface Parts<Data> {
  /** Null when there is no such list. */
  read: (data: Data) => ListPart | null;
  /** Which items were asked for. */
  range: (request: RestRequest, total: number) => { limit: number; offset: number };
  /** What is answered with these objects. */
  whole: (request: RestRequest, total: number, objects: WireValue[]) => WireValue;
}

/** The most items of each part after the first one, and about the most characters: what lives for long is collected late. */
const partSize = { items: 200, characters: 512 * 1024 };
/** The number of characters that are sent together. */
const sentLength = 32 * 1024;
/** Stands for the objects in the text around them. */
const here = 'the objects come here';

/** A part of a list whose cursors are ids. */
export function listPart(objects: WireValue[], nodes: readonly { databaseId: number }[], total: number): ListPart {
  return { objects, last: writeCursor(nodes.at(-1)?.databaseId ?? 0), total };
}

/** A run of the row's document, and what it read. */
export interface RowRun {
  variables: Record<string, unknown>;
  data: unknown;
}

/**
 * The text of a list that is longer than one run of its document could read, in parts that are read one after the other. Null if the
 * first run has read all of it.
 * @param run reads the next part, and pays for it
 * @param texts knows whether the last run ended early, because its texts are long
 */
export function listInParts(
  row: AnyRow,
  request: RestRequest,
  format: Format,
  first: RowRun,
  run: (variables: Record<string, unknown>) => Promise<unknown>,
  texts: Pick<AnswerTexts, 'endedEarly'> | undefined,
): AsyncIterable<string> | null {
  const { parts } = row;
  const part = parts?.read(first.data);
  if (!parts || !part) return null;
  const { total } = part;
  const { limit, offset } = parts.range(request, total);
  const count = Math.min(limit, total - offset);
  const isLast = ({ objects }: ListPart, asked: unknown) => objects.length < Number(asked) && !texts?.endedEarly;
  const { variables } = first;
  if (part.objects.length >= count || isLast(part, variables['first'] ?? variables['last'])) return null;

  const sent = { characters: 0 };
  const nextSize = (left: number) =>
    Math.min(left, partSize.items, Math.ceil((partSize.characters / sent.characters) * (count - left)) || Infinity);

  async function* read(reading: Parts<unknown>, begun: ListPart): AsyncGenerator<readonly WireValue[]> {
    let left = count;
    let asked = variables['first'];
    let now: ListPart | null = begun;
    // A list that is read from its end begins anew with its first item.
    if (asked == null) {
      asked = nextSize(left);
      now = reading.read(await run({ ...variables, first: asked, last: null, offset }));
    }
    while (now && now.objects.length > 0) {
      yield now.objects.slice(0, left);
      left -= now.objects.length;
      if (left <= 0 || isLast(now, asked)) return;
      asked = nextSize(left);
      now = reading.read(await run({ ...variables, first: asked, last: null, offset: 0, after: now.last }));
    }
  }
  const whole = (objects: WireValue[]) => parts.whole(request, total, objects);
  return listText(format, whole, read(parts, part), sent);
}

/** The text of a list, a piece at a time. @param whole what is answered with objects of the list @param sent counts their characters */
async function* listText(
  format: Format,
  whole: (objects: WireValue[]) => WireValue,
  parts: AsyncIterable<readonly WireValue[]>,
  sent: { characters: number },
): AsyncGenerator<string> {
  const { write, item, between } = { ...formats.json, ...formatEntry(format) };
  const [head = '', tail = ''] = write(whole([here])).split(item(here));
  let text = head;
  let isFirst = true;
  for await (const objects of parts)
    for (const object of objects) {
      text += isFirst ? item(object) : between + item(object);
      isFirst = false;
      if (text.length < sentLength) continue;
      sent.characters += text.length;
      yield text;
      text = '';
    }
  yield text + tail;
}
