/** How a field is written: its number in its message, and what its value is divided by and then lowered by. */
export type Field = readonly [number: number, scale?: number, offset?: number];

interface MessageKind {
  readonly number: number;
  readonly fields: Readonly<Record<string, Field>>;
}

/** The messages of FIT that are read, and their fields, in seconds, meters, meters a second and degrees Celsius. */
export const fitMessages = {
  fileId: { number: 0, fields: { type: [0] } },
  session: {
    number: 18,
    fields: {
      time: [253],
      start: [2],
      sport: [5],
      subSport: [6],
      elapsed: [7, 1000],
      timer: [8, 1000],
      meters: [9, 100],
    },
  },
  lap: { number: 19, fields: { time: [253], start: [2], timer: [8, 1000], meters: [9, 100] } },
  record: {
    number: 20,
    fields: {
      time: [253],
      latitude: [0],
      longitude: [1],
      altitude: [2, 5, 500],
      heartRate: [3],
      cadence: [4],
      meters: [5, 100],
      speed: [6, 1000],
      power: [7],
      temperature: [13],
      fineSpeed: [73, 1000],
      fineAltitude: [78, 5, 500],
    },
  },
  event: { number: 21, fields: { event: [0], type: [1] } },
  sport: { number: 12, fields: { sport: [0], subSport: [1] } },
  developerField: { number: 206, fields: { developer: [0], field: [1], baseType: [2], nativeField: [15] } },
} as const satisfies Record<string, MessageKind>;

export type FitMessageName = keyof typeof fitMessages;
/** The values of a message, NaN where it has none. The object is reused for the next message of the same definition. */
export type FitValues<Name extends FitMessageName> = Record<keyof (typeof fitMessages)[Name]['fields'], number>;

/** The fields of records that a sensor of another maker may give in a field of its own, in the same unit. */
const developerFields = ['heartRate', 'cadence', 'power', 'temperature'] as const;
/** Their names by their numbers. */
export const nativeNames: ReadonlyMap<number, string> = new Map(
  developerFields.map((name) => [fitMessages.record.fields[name][0], name]),
);

/** How the values of a base type are read. `invalid` says that there is none. */
interface BaseType {
  readonly bytes: number;
  readonly read: (view: DataView, at: number, isLittle: boolean) => number;
  readonly invalid: number;
}

const byte: BaseType = { bytes: 1, read: (view, at) => view.getUint8(at), invalid: 0xff };
const short: BaseType = { bytes: 2, read: (view, at, little) => view.getUint16(at, little), invalid: 0xffff };
const long: BaseType = { bytes: 4, read: (view, at, little) => view.getUint32(at, little), invalid: 0xffff_ffff };

/** The base types of numbers, by the five bits that distinguish them. Texts and 64-bit integers are not read. */
export const baseTypes: readonly (BaseType | undefined)[] = Object.assign(Array.from<undefined>({ length: 32 }), {
  0: byte,
  1: { bytes: 1, read: (view: DataView, at: number) => view.getInt8(at), invalid: 0x7f },
  2: byte,
  3: { bytes: 2, read: (view: DataView, at: number, little: boolean) => view.getInt16(at, little), invalid: 0x7fff },
  4: short,
  5: {
    bytes: 4,
    read: (view: DataView, at: number, little: boolean) => view.getInt32(at, little),
    invalid: 0x7fff_ffff,
  },
  6: long,
  8: { bytes: 4, read: (view: DataView, at: number, little: boolean) => view.getFloat32(at, little), invalid: NaN },
  9: { bytes: 8, read: (view: DataView, at: number, little: boolean) => view.getFloat64(at, little), invalid: NaN },
  10: { ...byte, invalid: 0 },
  11: { ...short, invalid: 0 },
  12: { ...long, invalid: 0 },
  13: byte,
});

/** The sports that FIT numbers, in the order of their numbers. What has no name here is called `sport` with its number. */
const sports = (
  'generic running cycling transition fitness_equipment swimming basketball soccer tennis american_football training ' +
  'walking cross_country_skiing alpine_skiing snowboarding rowing mountaineering hiking multisport paddling flying ' +
  'e_biking motorcycling boating driving golf hang_gliding horseback_riding hunting fishing inline_skating ' +
  'rock_climbing sailing ice_skating sky_diving snowshoeing snowmobiling stand_up_paddleboarding surfing ' +
  'wakeboarding water_skiing kayaking rafting windsurfing kitesurfing tactical jumpmaster boxing floor_climbing ' +
  'baseball diving'
).split(' ');

/** The kinds of running and of training that are named by their own word, because that says more. */
const subSports: Readonly<Record<number, string>> = {
  1: 'treadmill',
  3: 'trail_running',
  4: 'track_running',
  45: 'indoor_running',
};

/** The number of the sport that says nothing. */
const GENERIC = 0;

/** The word for a sport; null if the file does not say which it is. */
export function sportOf(sport: number, subSport: number): string | null {
  if (Number.isNaN(sport) || sport === GENERIC) return subSports[subSport] ?? null;
  const isRun = sports[sport] === 'running';
  return (
    (isRun || sports[sport] === 'fitness_equipment' ? subSports[subSport] : null) ?? sports[sport] ?? `sport_${sport}`
  );
}
