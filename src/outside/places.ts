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
