import type { SaxesTagPlain } from 'saxes';

import type { GpxColumns } from './columns.ts';
import type { GpxOptions } from './options.ts';
import { GpxExtensions, LONGEST_TEXT } from './extensions.ts';
import { GpxPointExtensions } from './point-extensions.ts';
import { ParserState } from './state.ts';
import { GpxPointValues } from './point-values.ts';
import { sensorOfName } from './sensor-names.ts';
import { decimalOf } from './text-values.ts';
import { MalformedRecording } from './malformed-recording.ts';
import { DEEPEST } from './xml-bounds.ts';

/** The elements whose text is read. */
type Leaf = 'ele' | 'pointTime' | 'speed' | 'name' | 'type' | 'description' | 'time';

/**
 * Follows the elements of a GPX document and keeps the values that are read. Elements belong to GPX when their prefix
 * has the namespace of the root element; others are skipped with everything below them.
 */
export class GpxElements {
  name: string | null = null;
  type: string | null = null;
  description: string | null = null;
  time: string | null = null;
  readonly extensions: GpxExtensions;

  /** The prefixes for the namespace of the root element, for example `''` or `'gpx'`. */
  readonly prefixes = new Set<string>();
  #namespace: string | undefined;

  #state: ParserState = ParserState.Document;
  #depth = 0;
  #leaf: Leaf = 'name';
  #leafParent: ParserState = ParserState.Document;
  #extensionsParent: ParserState = ParserState.Document;
  #skippedParent: ParserState = ParserState.Document;
  #skippedDepth = 0;
  #text = '';

  #lat = 0;
  #lon = 0;
  #ele = Number.NaN;
  #time = Number.NaN;

  readonly #pointExtensions: GpxPointExtensions;

  constructor(
    readonly columns: GpxColumns,
    readonly options: Required<GpxOptions>,
  ) {
    this.extensions = new GpxExtensions(options.wanted);
    this.#pointExtensions = new GpxPointExtensions(columns.sensors);
  }

  /** Whether text at the current position is read. */
  get wantsText(): boolean {
    return (
      this.#state === ParserState.Leaf ||
      (this.#state === ParserState.Extensions && this.extensions.wantsText) ||
      (this.#state === ParserState.PointExtensions && this.#pointExtensions.wantsText)
    );
  }

  /** Whether the parser is directly inside a `trkseg`. */
  get inSegment(): boolean {
    return this.#state === ParserState.Segment;
  }

  /** @throws MalformedRecording */
  open(tag: SaxesTagPlain): void {
    if (++this.#depth > DEEPEST) throw new MalformedRecording(`elements are nested more than ${DEEPEST} deep`);
    if (this.#state === ParserState.Skipped) {
      this.#skippedDepth++;
      return;
    }
    const colon = tag.name.indexOf(':');
    const local = colon < 0 ? tag.name : tag.name.slice(colon + 1);
    const prefix = colon < 0 ? '' : tag.name.slice(0, colon);
    if (this.#state === ParserState.Document) {
      if (local !== 'gpx') throw new MalformedRecording(`the root element is ${tag.name.slice(0, 60)}, not gpx`);
      this.#bind(prefix, tag.attributes);
      this.#state = ParserState.Gpx;
      return;
    }
    if (this.#state === ParserState.Extensions) return this.extensions.open(local);
    if (this.#state === ParserState.PointExtensions) return this.#pointExtensions.open(local);
    if (!this.#isGpx(prefix, tag.attributes)) return this.#skip();
    switch (this.#state) {
      case ParserState.Gpx:
        if (local === 'trk') this.#state = ParserState.Track;
        else if (local === 'metadata') this.#state = ParserState.Metadata;
        else if (local === 'extensions') this.#enterExtensions();
        else if (local === 'desc') this.#enterLeaf('description');
        else if (local === 'time') this.#enterLeaf('time');
        else this.#skip();
        return;
      case ParserState.Metadata:
        if (local === 'extensions') this.#enterExtensions();
        else if (local === 'desc') this.#enterLeaf('description');
        else if (local === 'time') this.#enterLeaf('time');
        else this.#skip();
        return;
      case ParserState.Track:
        if (local === 'trkseg') {
          this.#state = ParserState.Segment;
          this.columns.startSegment();
        } else if (local === 'extensions') this.#enterExtensions();
        else if (local === 'name' || local === 'type') this.#enterLeaf(local);
        else this.#skip();
        return;
      case ParserState.Segment:
        if (local === 'trkpt') this.#enterPoint(tag.attributes);
        else this.#skip();
        return;
      case ParserState.Point:
        if (local === 'ele') this.#enterLeaf('ele');
        else if (local === 'time') this.#enterLeaf('pointTime');
        else if (local === 'extensions') this.#state = ParserState.PointExtensions;
        else if (local === 'speed') this.#enterLeaf('speed');
        else this.#skip();
        return;
      default:
        this.#skip();
    }
  }

  /** Takes text or CDATA. It may only be called when `wantsText` is true. @throws MalformedRecording */
  text(text: string): void {
    if (this.#state === ParserState.Extensions) return this.extensions.text(text);
    if (this.#state === ParserState.PointExtensions) return this.#pointExtensions.text(text);
    this.#text += text;
    if (this.#text.length > LONGEST_TEXT) throw new MalformedRecording('the text of an element is too long');
  }

  /** @throws MalformedRecording, TooManyPoints */
  close(): void {
    this.#depth--;
    switch (this.#state) {
      case ParserState.Skipped:
        if (--this.#skippedDepth === 0) this.#state = this.#skippedParent;
        return;
      case ParserState.Leaf:
        this.#state = this.#leafParent;
        this.#keep(this.#text.trim());
        this.#text = '';
        return;
      case ParserState.Point:
        this.#state = ParserState.Segment;
        this.columns.add(this.#lat, this.#lon, this.#ele, this.#time);
        return;
      case ParserState.Segment:
        this.#state = ParserState.Track;
        return;
      case ParserState.Extensions:
        if (this.extensions.close()) this.#state = this.#extensionsParent;
        return;
      case ParserState.PointExtensions:
        if (this.#pointExtensions.close()) this.#state = ParserState.Point;
        return;
      case ParserState.Track:
      case ParserState.Metadata:
        this.#state = ParserState.Gpx;
        return;
      default:
        this.#state = ParserState.Document;
    }
  }

  /** Reads from the root element which prefixes belong to GPX. */
  #bind(rootPrefix: string, attributes: Record<string, string>): void {
    this.#namespace = attributes[rootPrefix === '' ? 'xmlns' : `xmlns:${rootPrefix}`];
    this.prefixes.add(rootPrefix);
    if (this.#namespace === undefined) return;
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== this.#namespace) continue;
      if (name === 'xmlns') this.prefixes.add('');
      else if (name.startsWith('xmlns:')) this.prefixes.add(name.slice(6));
    }
  }

  #isGpx(prefix: string, attributes: Record<string, string>): boolean {
    const declared = attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`];
    if (declared === undefined) return this.prefixes.has(prefix);
    if (declared !== this.#namespace) return false;
    this.prefixes.add(prefix);
    return true;
  }

  #skip(): void {
    this.#skippedParent = this.#state;
    this.#state = ParserState.Skipped;
    this.#skippedDepth = 1;
  }

  #enterExtensions(): void {
    this.extensions.enter(this.#state === ParserState.Metadata);
    this.#extensionsParent = this.#state;
    this.#state = ParserState.Extensions;
  }

  #enterLeaf(leaf: Leaf): void {
    this.#leaf = leaf;
    this.#leafParent = this.#state;
    this.#state = ParserState.Leaf;
    this.#text = '';
  }

  #enterPoint(attributes: Record<string, string>): void {
    this.#state = ParserState.Point;
    this.#lat = this.#values.coordinate('lat', attributes['lat'], 90);
    this.#lon = this.#values.coordinate('lon', attributes['lon'], 180);
    this.#ele = Number.NaN;
    this.#time = Number.NaN;
    this.columns.sensors.drop();
  }

  /** Reads the values of the open point. */
  get #values(): GpxPointValues {
    return new GpxPointValues(this.columns.length + 1, this.options.momentMs);
  }

  /**
   * Keeps the trimmed text of the element that has just ended. For texts that may occur once, the first that is not
   * empty is kept.
   */
  #keep(text: string): void {
    const leaf = this.#leaf;
    if (text === '') return;
    if (leaf === 'ele') this.#keepElevation(text);
    else if (leaf === 'pointTime') this.#time = this.#values.time(text);
    else if (leaf === 'speed') this.columns.sensors.note(sensorOfName(leaf), decimalOf(text));
    else this[leaf] ??= text;
  }

  /** A value that is not a number leaves the previous one. */
  #keepElevation(text: string): void {
    const elevation = this.#values.elevation(text);
    if (!Number.isNaN(elevation)) this.#ele = elevation;
  }
}
