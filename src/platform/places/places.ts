import { Failure } from '../../errors.ts';
import { hasControl, lengths } from '../text.ts';

/** A town, with its usual name ("Danville, CA", "Zürich") and its coordinates in degrees. */
export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

/**
 * Derives one half of a location from the other (interface, "Location rules"; decisions R18). Both functions return
 * null for unknown places, and throw Failure BUSY when there was no answer in time. The built-in gazetteer is one implementation,
 * and an HTTP geocoder another.
 */
export interface Places {
  /** Finds the place with a name, or the most populous one of several. */
  find(name: string): Promise<Place | null>;
  /** Finds the nearest town within 25 km of the coordinates. */
  nearest(latitude: number, longitude: number): Promise<Place | null>;
}

/** The largest distance of the nearest town in kilometers. */
export const townReach = 25;

/** The failure of a look-up without an answer in time. It is no fact about the place. */
export function notLookedUp(): Failure {
  return new Failure('BUSY', 'The place could not be looked up in time; try again in a moment.', { retryAfter: 5 });
}

/** Whether a text may be the name of a place. */
export function mayBePlace(name: string): boolean {
  return name.length <= lengths.place && !hasControl(name) && /[\p{L}\p{N}]/u.test(name) && name.isWellFormed();
}

/** Whether these are valid coordinates in degrees. */
export function isPlaceOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
