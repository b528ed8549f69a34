/** What sensors measure beside the position, in the order of the packed form: new ones are added at the end. */
export const sensorNames = ['heartRate', 'cadence', 'power', 'temperature', 'speed'] as const;
export type SensorName = (typeof sensorNames)[number];

/** How the values of a sensor are stored, and which of them are believed. */
interface SensorKind {
  /** The number of stored steps in one unit. */
  readonly steps: number;
  /** The smallest and the largest value that is kept. Others are errors of the sensor and count as missing. */
  readonly least: number;
  readonly most: number;
}

/** The sensors: beats and revolutions a minute, watts, degrees Celsius, and meters a second. Values beyond what
 * is possible are ignored, and their points kept. A cadence is not doubled for watches that count one leg, because a file does not say which. */
export const sensorKinds: Readonly<Record<SensorName, SensorKind>> = {
  heartRate: { steps: 1, least: 20, most: 255 },
  cadence: { steps: 100, least: 0, most: 300 },
  power: { steps: 1, least: 0, most: 5000 },
  temperature: { steps: 100, least: -90, most: 90 },
  speed: { steps: 1000, least: 0, most: 30 },
};

/** The stored value of a point at which a sensor measured nothing. */
export const NO_VALUE = -0x8000;

/**
 * The values of sensors in columns, each with an entry for each point of a track. A sensor that measured nothing has no
 * column. The values are counted in the steps of `sensorKinds`, and `NO_VALUE` where there is none.
 */
export type Sensors = { readonly [Name in SensorName]?: Int16Array };

/** A value as it is stored. Values that are no number or out of range become `NO_VALUE`. */
export function storedValue(name: SensorName, value: number): number {
  const { steps, least, most } = sensorKinds[name];
  return value >= least && value <= most ? Math.round(value * steps) : NO_VALUE;
}

/** A stored value in its unit, or null where there is none. */
export function valueOf(name: SensorName, stored: number): number | null {
  return stored === NO_VALUE ? null : stored / sensorKinds[name].steps;
}

/** The sensors that have a column, in their order. */
export function recordedSensors(sensors: Sensors): SensorName[] {
  return sensorNames.filter((name) => sensors[name] !== undefined);
}
