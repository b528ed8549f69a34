import { z } from 'zod';
import { Sentence } from '../../../src/platform/sentence.ts';
import { restUrl, UnreadableCall } from '../../translate/rest-call.ts';
import type { Recorded } from '../../translate/exchange.ts';

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({});

/** A line of our own format of recordings (docs/proving.md). */
const line = z
  .object({
    at: z.iso.datetime({ offset: true, local: true }).optional(),
    method: z.string().regex(/^[A-Z]+$/),
    url: z.string(),
    headers,
    body: z.string().optional(),
    body_base64: z.base64().optional(),
    status: z.int().min(100).max(599),
    answer_headers: headers,
    answer: z.string().optional(),
    answer_base64: z.base64().optional(),
    /** False if the program that recorded has not kept the body of the answer. */
    answer_kept: z.boolean().default(true),
  })
  .strict();

/**
 * Reads a line of our own format.
 * @param source the file, and the number of the line in it
 * @throws Sentence for one that is not as the format says
 */
export function exchangeOfLine(record: unknown, source: string): Recorded {
  const parsed = line.safeParse(record);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Sentence(
      `${source} is not as docs/proving.md says: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
  }
  const { at, method, url, body, body_base64, status, answer, answer_base64, answer_kept, ...given } = parsed.data;
  try {
    return {
      source,
      call: { method, url: restUrl(url), headers: joined(given.headers), body: bytesOf(body, body_base64) },
      answer: {
        status,
        headers: joined(given.answer_headers),
        body: answer_kept ? bytesOf(answer, answer_base64) : null,
      },
      at: at === undefined ? null : Date.parse(/[Z+]|-\d\d:\d\d$/.test(at) ? at : `${at}Z`),
      notes: answer_kept ? [] : ['The body of the answer was not recorded.'],
    };
  } catch (error) {
    if (error instanceof UnreadableCall) return { source, why: error.message };
    throw error;
  }
}

function joined(given: z.infer<typeof headers>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  );
}

function bytesOf(text: string | undefined, base64: string | undefined): Buffer {
  return base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
}
