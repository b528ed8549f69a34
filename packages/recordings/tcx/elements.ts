import { ActivityBuilder, checkActivities, cleared, emptyMoment } from '../activity/activity-builder.ts';
import type { PointBudget } from '../activity/activity-builder.ts';
import type { Activity } from '../activity/activity.ts';
import { LONGEST_TEXT } from '../gpx/extensions.ts';
import { MalformedRecording } from '../gpx/malformed-recording.ts';
import { decimalOf } from '../gpx/text-values.ts';

/** The values of a track point, by the names of their elements. */
const ofPoint = {
  LatitudeDegrees: 'latitude',
  LongitudeDegrees: 'longitude',
  AltitudeMeters: 'elevation',
  DistanceMeters: 'meters',
  Cadence: 'cadence',
  RunCadence: 'cadence',
  Speed: 'speed',
  Watts: 'power',
} as const;

const isOfPoint = (name: string): name is keyof typeof ofPoint => Object.hasOwn(ofPoint, name);

/** The elements that are read although they are no value of a point. */
const otherTexts = new Set(['Time', 'Value', 'TotalTimeSeconds', 'DistanceMeters', 'Id', 'Notes', 'Name']);

/** The elements inside which another element of the same name means something else, so that they are passed over. */
const passedOver = new Set(['Creator', 'Author', 'Plan', 'Training']);

/**
 * Follows the elements of a TCX document. A segment of a track is a `Track` of a lap, but for the first of a lap, which goes on where the
 * lap before it ended, since a lap is no pause.
 */
export class TcxElements {
  readonly #activities: Activity[] = [];
  readonly #open: string[] = [];
  readonly #moment = emptyMoment();
  #builder: ActivityBuilder | null = null;
  #lap = { start: NaN, seconds: NaN, meters: NaN };
  #tracks = 0;
  #courses = 0;
  #begun = 0;
  #passedAt = 0;
  #wants = false;
  #text = '';

  constructor(
    readonly budget: PointBudget,
    readonly momentMs: (text: string) => number,
  ) {}

  /** @throws MalformedRecording */
  open(name: string, attributes: Record<string, string>): void {
    this.#open.push(name);
    if (this.#open.length === 1 && name !== 'TrainingCenterDatabase')
      throw new MalformedRecording(`the root element is ${name.slice(0, 60)}, not TrainingCenterDatabase`);
    if (this.#passedAt > 0) return;
    if (passedOver.has(name)) this.#passedAt = this.#open.length;
    else if (name === 'Activity') this.#begin(attributes['Sport'] ?? null);
    else if (name === 'Run') this.#begin('Running');
    else if (name === 'Course') this.#courses++;
    else if (name === 'Lap' && this.#builder) this.#beginLap(attributes['StartTime']);
    else if (name === 'Track' && this.#tracks++ > 0) this.#builder?.pause();
    else if (name === 'Trackpoint') cleared(this.#moment);
    this.#wants = this.#builder !== null && (isOfPoint(name) || otherTexts.has(name));
    this.#text = '';
  }

  /** @throws MalformedRecording */
  text(text: string): void {
    if (!this.#wants) return;
    this.#text += text;
    if (this.#text.length > LONGEST_TEXT) throw new MalformedRecording('the text of an element is too long');
  }

  /** @throws MalformedRecording, TooManyPoints */
  close(): void {
    const name = this.#open.pop() as string;
    if (this.#passedAt > 0) {
      if (this.#open.length < this.#passedAt) this.#passedAt = 0;
      return;
    }
    const builder = this.#builder;
    if (builder) {
      if (this.#wants) this.#keep(builder, name, this.#text.trim());
      if (name === 'Trackpoint') builder.add(this.#moment);
      else if (name === 'Lap') builder.addLap(this.#lap.start, this.#lap.seconds, this.#lap.meters);
      else if (name === 'Activity' || name === 'Run') this.#end(builder);
    }
    this.#wants = false;
  }

  /** @throws MalformedRecording when there is no activity */
  finish(): Activity[] {
    if (this.#activities.length > 0) return this.#activities;
    throw new MalformedRecording(
      this.#courses > 0
        ? 'it is a course to follow, not an activity that was recorded'
        : 'nothing of an activity is in the TCX file',
    );
  }

  /** @throws MalformedRecording */
  #begin(sport: string | null): void {
    checkActivities(++this.#begun);
    this.#builder = new ActivityBuilder(this.budget);
    this.#builder.sport = sport?.trim() || null;
  }

  #beginLap(start: string | undefined): void {
    this.#lap = { start: start === undefined ? NaN : this.momentMs(start.trim()), seconds: NaN, meters: NaN };
    this.#tracks = 0;
  }

  #end(builder: ActivityBuilder): void {
    const activity = builder.build();
    if (activity) this.#activities.push(activity);
    this.#builder = null;
  }

  #keep(builder: ActivityBuilder, name: string, text: string): void {
    if (text === '') return;
    const parent = this.#open.at(-1);
    if (this.#open.includes('Trackpoint')) this.#keepOfPoint(name, parent, text);
    else if (parent === 'Lap' && name === 'TotalTimeSeconds') this.#lap.seconds = decimalOf(text);
    else if (parent === 'Lap' && name === 'DistanceMeters') this.#lap.meters = decimalOf(text);
    else if (parent !== 'Activity' && parent !== 'Run') return;
    else if (name === 'Id') builder.start = this.momentMs(text);
    else if (name === 'Notes') builder.description ??= text;
    else if (name === 'Name') builder.name ??= text;
  }

  #keepOfPoint(name: string, parent: string | undefined, text: string): void {
    if (name === 'Time') this.#moment.time = this.momentMs(text);
    else if (name === 'Value' && parent === 'HeartRateBpm') this.#moment.heartRate = decimalOf(text);
    else if (isOfPoint(name)) this.#moment[ofPoint[name]] = decimalOf(text);
  }
}
