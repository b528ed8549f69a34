import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { countryName, readAreas, regionName } from './gazetteer-areas.ts';
import exonyms from './exonyms.json' with { type: 'json' };
import { spelling, spellings } from './gazetteer-spelling.ts';
import { readTowns, type Town } from './gazetteer-towns.ts';
import { townReach } from './places.ts';
import type { Place } from './places.ts';

/**
 * A town with the name of a country or state is found by the bare name only if it is at least this large, or is in that
 * area.
 */
const largerThanItsCountry = 100_000;

/** The queries of `Places`, answered synchronously. */
interface Search {
  find(name: string): Place | null;
  nearest(latitude: number, longitude: number): Place | null;
}

/** Towns by spelling, the one with the most inhabitants first. */
function indexByName(towns: Town[]): Map<string, Town[]> {
  const index = new Map<string, Town[]>();
  const add = (name: string, town: Town) => {
    for (const key of spellings(name)) {
      const known = index.get(key);
      if (!known) index.set(key, [town]);
      else if (!known.includes(town)) known.push(town);
    }
  };
  // In this order, a search by name and country finds the town with the most inhabitants as well.
  for (const town of towns.toSorted((a, b) => b.population - a.population)) {
    add(town.name, town);
    // `Biel/Bienne`, `Frankfurt (Oder)` and `Washington, D.C.` are also found by their parts.
    if (/[/(,]/.test(town.name))
      for (const part of town.name.split(/[/,]/)) if (spelling(part)) add(part.replace(/\([^()]*\)/g, ''), town);
  }
  // Names that the gazetteer, which has one for each town, does not contain: local, English, German, French, Italian,
  // Spanish, former and short ones. The keys are towns by name and country.
  for (const [town, others] of Object.entries(exonyms)) {
    const [name, country] = [town.slice(0, -4), town.slice(-2)];
    const target = index.get(spelling(name))?.find((known) => known.country === country);
    if (target) for (const other of others.split(', ')) add(other, target);
  }
  index.delete('');
  for (const known of index.values()) if (known.length > 1) known.sort((a, b) => b.population - a.population);
  return index;
}

function liesIn(town: Town, areas: Set<string> | undefined): boolean {
  return areas !== undefined && (areas.has(town.country) || areas.has(town.region));
}

/** Reads the gazetteer (half a second, 40 MB permanently and 20 MB temporarily) and answers from memory. */
export function makeSearch(): Search {
  const towns = readTowns();
  const index = indexByName(towns);
  const { states, countries, regions } = readAreas(new Set(towns.map((town) => town.country)));

  const lone = towns.filter((town) => town.standsAlone);
  const points = new KDBush(lone.length, 64, Float32Array);
  for (const town of lone) points.add(town.longitude, town.latitude);
  points.finish();

  /** Searches for a name alone. */
  function alone(name: string): Town | undefined {
    const key = spelling(name);
    const town = index.get(key)?.[0];
    if (!town || key.length <= 3 || town.population >= largerThanItsCountry) return town;
    const named = [states.get(key), countries.get(key)].filter((areas) => areas !== undefined);
    return named.length === 0 ? town : index.get(key)?.find((one) => named.some((areas) => liesIn(one, areas)));
  }

  /**
   * Searches for a name followed by areas. The last area must match, and the others select among the remaining towns if
   * possible.
   */
  function within(name: string, areas: string[]): Town | undefined {
    const [last = '', ...others] = areas.map(spelling).reverse();
    const known = index.get(spelling(name)) ?? [];
    for (const kind of [states, countries, regions]) {
      let left = known.filter((town) => liesIn(town, kind.get(last)));
      if (left.length === 0) continue;
      for (const key of others) {
        const narrower = left.filter((town) =>
          [states, countries, regions].some((kind) => liesIn(town, kind.get(key))),
        );
        if (narrower.length > 0) left = narrower;
      }
      return left[0];
    }
    return undefined;
  }

  /** `Danville CA`, `Christchurch New Zealand`: the last one to three words may be an area. */
  function withoutComma(name: string): Town | undefined {
    const words = name.split(/\s+/);
    for (let area = 1; area <= 3 && area < words.length; area++) {
      const town = within(words.slice(0, -area).join(' '), [words.slice(-area).join(' ')]);
      if (town) return town;
    }
    return undefined;
  }

  function townCalled(name: string): Town | undefined {
    const parts = name.split(/[,;|\n]/, 8).filter((part) => spelling(part) !== '');
    // Parts before a town, such as a street or a quarter, are ignored if two parts remain.
    for (let first = 0; first < parts.length - 1; first++) {
      const town = within(parts[first] ?? '', parts.slice(first + 1));
      if (town) return town;
    }
    return alone(name) ?? (parts.length === 1 ? withoutComma(name.trim()) : undefined);
  }

  /**
   * US towns are written as `Town, ST`, and others with the shortest name that leads back to them: alone, with country,
   * or with region.
   */
  function nameOf(town: Town): string {
    const name = town.name.split(',')[0] ?? town.name;
    const country = countryName(town.country);
    const region = regionName(town.region);
    const state = town.region.slice(3);
    if (town.country === 'US') return `${name}, ${state}`;
    const names = [name, `${name}, ${country}`, ...(region ? [`${name}, ${region}, ${country}`] : [])];
    return names.find((one) => townCalled(one) === town) ?? names.at(-1) ?? name;
  }

  const placeOf = (town: Town | undefined): Place | null =>
    town ? { name: nameOf(town), latitude: town.latitude, longitude: town.longitude } : null;

  return {
    find: (name) => placeOf(townCalled(name)),
    nearest(latitude, longitude) {
      const [found] = around(points, longitude, latitude, 1, townReach);
      return placeOf(found === undefined ? undefined : lone[found]);
    },
  };
}
