import { SaxesParser } from 'saxes';

import type { Activity } from '../activity/activity.ts';
import { utf8Of } from '../gpx/encoding.ts';
import { MalformedRecording } from '../gpx/malformed-recording.ts';
import {
  charEnd,
  CHUNK,
  DEEPEST,
  MOST_ATTRIBUTES,
  MOST_WITHOUT_TAG,
  sentence,
  TAGS_PER_POINT,
} from '../gpx/xml-bounds.ts';
import { TcxElements } from './elements.ts';

/**
 * Reads the activities of a TCX file, with the bounds of GPX. Elements are known by their names, in any namespace, because programs
 * write different ones.
 * @throws MalformedRecording when it is not well-formed, or has courses or workouts in place of activities; TooManyPoints
 */
export function readTcx(bytes: Buffer, maxPoints: number, momentMs: (text: string) => number): Activity[] {
  const elements = new TcxElements({ most: maxPoints, left: maxPoints }, momentMs);
  const parser = new SaxesParser({ position: false, xmlns: false } as const);
  let depth = 0;
  let tags = 0;
  let attributes = 0;
  const mostTags = TAGS_PER_POINT * Math.max(1000, maxPoints);
  const count = () => {
    if (++tags > mostTags) throw new MalformedRecording('there are too many elements');
  };
  parser.on('error', (error) => {
    throw new MalformedRecording(sentence(error.message));
  });
  parser.on('doctype', () => {
    throw new MalformedRecording('a DOCTYPE is not allowed');
  });
  parser.on('attribute', () => {
    if (++attributes > MOST_ATTRIBUTES) throw new MalformedRecording('an element has too many attributes');
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    if (++depth > DEEPEST) throw new MalformedRecording(`elements are nested more than ${DEEPEST} deep`);
    elements.open(tag.name.slice(tag.name.indexOf(':') + 1), tag.attributes);
    count();
  });
  parser.on('closetag', () => {
    depth--;
    elements.close();
    count();
  });
  parser.on('text', (text) => elements.text(text));
  parser.on('cdata', (text) => elements.text(text));
  try {
    feed(parser, utf8Of(bytes), () => tags);
  } catch (error) {
    if (!(error instanceof MalformedRecording)) throw error;
    throw new MalformedRecording(`line ${parser.line}: ${error.message}`);
  }
  return elements.finish();
}

/** Passes a document to the parser in parts, so that no text grows without bounds. */
function feed(parser: SaxesParser, bytes: Buffer, tags: () => number): void {
  let stuck = 0;
  for (let at = 0; at < bytes.length;) {
    const end = charEnd(bytes, Math.min(bytes.length, at + CHUNK));
    const before = tags();
    parser.write(bytes.toString('utf8', at, end));
    stuck = tags() === before ? stuck + (end - at) : 0;
    if (stuck > MOST_WITHOUT_TAG) throw new MalformedRecording('a text, comment or tag is too long');
    at = end;
  }
  parser.close();
}
