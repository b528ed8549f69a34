import { hasControl, lengths } from '../text.ts';

/** A town: its name as people write it ("Danville, CA", "Zürich") and where it is, in degrees. */
export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

/**
 * Derives one half of a location from the other (interface, "Location rules"; decisions R18). Both are best efforts: they
 * never throw, and null means unknown. The gazetteer inside the package is one such source; an HTTP geocoder is another.
 */
export interface Places {
  /** The place a name stands for, the most populous one where several share it. */
  find(name: string): Promise<Place | null>;
  /** The nearest town within 25 km of the coordinates. */
  nearest(latitude: number, longitude: number): Promise<Place | null>;
}

/** How far the nearest town may be, in kilometers. */
export const townReach = 25;

/** Whether a text may name a place at all. */
export function mayBePlace(name: string): boolean {
  return name.length <= lengths.place && !hasControl(name) && /[\p{L}\p{N}]/u.test(name) && name.isWellFormed();
}

/** Whether these are degrees of a place. */
export function isPlaceOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
