import { createContext, useContext } from 'react';
import type { DistanceUnit, ElevationUnit } from './gql/graphql.ts';

/** The units in which the reader wants to see distances and elevations. */
interface Units {
  /** Meters in a mile or kilometer, which is also the length of a split. */
  meters: number;
  distance: 'mi' | 'km';
  /** Meters in a foot or meter. */
  height: number;
  elevation: 'ft' | 'm';
}

export function unitsOf(preferences: { distance: DistanceUnit; elevation: ElevationUnit } | null): Units {
  const isMiles = preferences?.distance === 'MILES';
  const isFeet = preferences?.elevation === 'FEET';
  return {
    ...(isMiles ? ({ meters: 1609.344, distance: 'mi' } as const) : ({ meters: 1000, distance: 'km' } as const)),
    ...(isFeet ? ({ height: 0.3048, elevation: 'ft' } as const) : ({ height: 1, elevation: 'm' } as const)),
  };
}

export const UnitsOf = createContext(unitsOf(null));

/** Writes figures in the units of the reader. */
export function useFormat() {
  const { meters, distance, height, elevation } = useContext(UnitsOf);
  return {
    splitMeters: meters,
    distanceUnit: distance,
    /** @param length meters; null when unknown */
    distance: (length: number | null) => (length === null ? '–' : `${(length / meters).toFixed(2)} ${distance}`),
    elevation: (climb: number | null) => (climb === null ? '–' : `${Math.round(climb / height)} ${elevation}`),
    /** @returns the time for a mile or kilometer */
    pace: (seconds: number, length: number | null) =>
      length ? `${clock((seconds / length) * meters)} /${distance}` : '–',
  };
}

/** 3725 seconds are 1:02:05. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const moment = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });

/** In the time zone of the browser. */
export const when = (date: string): string => moment.format(new Date(date));

/** The time if it was today, and otherwise the day. */
export function whenShort(date: string): string {
  const isToday = day.format(new Date(date)) === day.format(new Date());
  return (isToday ? time : day).format(new Date(date));
}
