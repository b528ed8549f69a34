import { SaxesParser } from 'saxes';

import { GpxColumns } from './columns.ts';
import type { GpxDocument } from './document.ts';
import { GpxElements } from './elements.ts';
import { utf8Of } from './encoding.ts';
import { completed } from './options.ts';
import type { GpxOptions } from './options.ts';
import { GpxSimplePoints } from './simple-points.ts';
import { MalformedRecording } from './malformed-recording.ts';
import { charEnd, CHUNK, MOST_ATTRIBUTES, MOST_WITHOUT_TAG, sentence, TAGS_PER_POINT } from './xml-bounds.ts';

/** The approximate number of bytes of a file for each point, for the initial allocation of memory. */
const BYTES_PER_POINT = 100;

/**
 * Reads a GPX 1.0 or 1.1 document (decisions R4) with any prefix, in UTF-8, UTF-16 or a declared single-byte encoding.
 * The values of sensors are read from the extensions of points; other extensions, waypoints and routes are skipped, and no references are fetched or expanded. GpxSimplePoints reads points
 * in the form that devices write, and a strict XML parser reads everything else.
 * @param bytes the whole document, which is not changed
 * @param options its bounds, and what else is read
 * @throws MalformedRecording when it is not well-formed GPX, with a sentence that names the line
 * @throws TooManyPoints
 */
export function readGpx(bytes: Buffer, options: GpxOptions = {}): GpxDocument {
  return new GpxReading(utf8Of(bytes), completed(options), true).read();
}

/** Reads a document as readGpx does, but with the XML parser alone. Tests compare the two. */
export function readGpxPlainly(bytes: Buffer, options: GpxOptions = {}): GpxDocument {
  return new GpxReading(utf8Of(bytes), completed(options), false).read();
}

/** A document that is being read. */
class GpxReading {
  readonly #parser = new SaxesParser({ position: false, xmlns: false } as const);
  readonly #elements: GpxElements;
  readonly #columns: GpxColumns;
  /** The number of characters that were passed to the parser. */
  #fed = 0;
  /** The parser's last position between children of a `trkseg`. */
  #boundary = -1;
  /** The number of tags that have ended. */
  #tags = 0;
  #attributes = 0;
  readonly #mostTags: number;
  /** The beginnings and ends of the parts that GpxSimplePoints has read, alternating. */
  readonly #unseen: number[] = [];

  constructor(
    readonly bytes: Buffer,
    readonly options: Required<GpxOptions>,
    readonly simplePoints: boolean,
  ) {
    const { maxPoints } = options;
    this.#mostTags = TAGS_PER_POINT * Math.max(1000, maxPoints);
    this.#columns = new GpxColumns(maxPoints, Math.ceil(bytes.length / BYTES_PER_POINT));
    this.#elements = new GpxElements(this.#columns, options);
    this.#listen();
  }

  read(): GpxDocument {
    try {
      this.#readAll();
    } catch (error) {
      if (!(error instanceof MalformedRecording)) throw error;
      throw new MalformedRecording(`line ${this.#line()}: ${error.message}`);
    }
    const { name, type, description, time, extensions } = this.#elements;
    return { track: this.#columns.finish(), name, type, description, time, texts: extensions.texts };
  }

  #readAll(): void {
    const { bytes } = this;
    const chunkEnds = new ChunkEnds(bytes);
    let simple: GpxSimplePoints | null = null;
    let at = 0;
    let stuck = 0;
    while (at < bytes.length) {
      const end = this.simplePoints ? chunkEnds.next(at, this.#elements.inSegment) : Math.min(bytes.length, at + CHUNK);
      const chunk = bytes.toString('utf8', at, charEnd(bytes, end));
      const tags = this.#tags;
      this.#fed += chunk.length;
      this.#parser.write(chunk);
      stuck = this.#tags === tags ? stuck + (end - at) : 0;
      if (stuck > MOST_WITHOUT_TAG) throw new MalformedRecording('a text, comment or tag is too long');
      at = charEnd(bytes, end);
      const { prefixes } = this.#elements;
      if (this.simplePoints && this.#boundary === this.#fed && this.#elements.inSegment && prefixes.size === 1) {
        const [prefix = ''] = prefixes;
        simple ??= new GpxSimplePoints(bytes, prefix === '' ? '' : `${prefix}:`, this.#columns, this.options.momentMs);
        const start = at;
        at = simple.read(start);
        if (at > start) this.#unseen.push(start, at);
      }
    }
    this.#parser.close();
  }

  /**
   * Sets the handlers of the parser. There are only a few: with about a dozen, V8 would turn the object of the parser
   * into a dictionary, which makes it four times slower.
   */
  #listen(): void {
    const parser = this.#parser;
    const elements = this.#elements;
    const onText = (text: string): void => elements.text(text);
    let listening = false;
    const mark = (): void => {
      if (++this.#tags > this.#mostTags) throw new MalformedRecording('there are too many elements');
      if (elements.inSegment) this.#boundary = parser.position;
      if (elements.wantsText === listening) return;
      listening = elements.wantsText;
      if (listening) parser.on('text', onText);
      else parser.off('text');
    };
    parser.on('error', (error) => {
      throw new MalformedRecording(sentence(error.message));
    });
    parser.on('doctype', () => {
      throw new MalformedRecording('a DOCTYPE is not allowed');
    });
    parser.on('attribute', () => {
      if (++this.#attributes > MOST_ATTRIBUTES) throw new MalformedRecording('an element has too many attributes');
    });
    parser.on('opentag', (tag) => {
      this.#attributes = 0;
      elements.open(tag);
      mark();
    });
    parser.on('closetag', () => {
      elements.close();
      mark();
    });
    parser.on('cdata', (text) => {
      if (elements.wantsText) elements.text(text);
    });
  }

  /** The line of the parser, from 1, including the lines that it did not process. */
  #line(): number {
    let { line } = this.#parser;
    for (let i = 0; i < this.#unseen.length; i += 2) {
      const text = this.bytes.toString('latin1', this.#unseen[i], this.#unseen[i + 1]);
      line += text.match(/\r\n?|\n/g)?.length ?? 0;
    }
    return line;
  }
}

/**
 * Returns the position at which the document is split: directly after what looks like the beginning of a `trkseg` or
 * the end of a `trkpt`. GpxSimplePoints may continue there if the XML parser confirms it. Each search continues where
 * the previous one of its kind ended, so that they take linear time together.
 */
class ChunkEnds {
  #segment = 0;
  #point = 0;

  constructor(readonly bytes: Buffer) {}

  /** The end of the chunk that begins at `at`. */
  next(at: number, inSegment: boolean): number {
    const limit = Math.min(this.bytes.length, at + CHUNK);
    if (inSegment) {
      if (this.#point <= at) this.#point = this.#find('trkpt>', at);
      return Math.min(limit, this.#point);
    }
    if (this.#segment <= at) this.#segment = this.#find('trkseg>', at);
    return Math.min(limit, this.#segment);
  }

  #find(text: string, from: number): number {
    const at = this.bytes.indexOf(text, from, 'latin1');
    return at < 0 ? this.bytes.length : at + text.length;
  }
}
