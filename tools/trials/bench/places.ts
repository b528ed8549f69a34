/** Cities where the runners of the benchmark live, the largest share in the first. */
const cities: ReadonlyArray<readonly [name: string, latitude: number, longitude: number]> = [
  ['New York', 40.7128, -74.006],
  ['London', 51.5074, -0.1278],
  ['Berlin', 52.52, 13.405],
  ['Paris', 48.8566, 2.3522],
  ['Chicago', 41.8781, -87.6298],
  ['San Francisco', 37.7749, -122.4194],
  ['Boston', 42.3601, -71.0589],
  ['Zürich', 47.3769, 8.5417],
  ['Vienna', 48.2082, 16.3738],
  ['Amsterdam', 52.3676, 4.9041],
  ['Tokyo', 35.6762, 139.6503],
  ['Sydney', -33.8688, 151.2093],
  ['Portland', 45.5152, -122.6784],
  ['Toronto', 43.6532, -79.3832],
  ['Nairobi', -1.2921, 36.8219],
  ['Cape Town', -33.9249, 18.4241],
  ['Madrid', 40.4168, -3.7038],
  ['Stockholm', 59.3293, 18.0686],
  ['Boulder', 40.015, -105.2705],
  ['Auckland', -36.8509, 174.7645],
];

const split = (words: string) => words.split(' ');

/** Sixty given names, and nine hundred family names made of two parts: as many alike as among people. */
const names = {
  first: split(
    'Ann Ben Cho Dana Eli Fatou Gil Hana Ivo Jana Kofi Lea Max Noor Ola Pia Quinn Rosa Sami Tove ' +
      'Uma Vera Will Xenia Yara Zoe Aldo Berit Carl Dora Emil Frida Georg Hedda Igor Jutta Karim Lotte Marco Nadia ' +
      'Oskar Petra Rafael Selma Timo Ursula Viktor Wanda Yusuf Zita Amara Bruno Clara Diego Edith Felix Greta Hugo Ingrid Jonas',
  ),
  lastStart: split(
    'Bal Bern Cor Dal Els Fal Gar Hal Ing Jor Kel Lam Mar Nor Ost Pal Quin Ros Sal Tor Ul Ver Wal Yor Zan Ash Brom Cald Dor Eng',
  ),
  lastEnd: split(
    'ado berg court dale ez field ford gren ham ides ino kamp land ley man mann ney ov quist rath sen shaw ski son sted ton vik wood worth zer',
  ),
  title: [
    'Morning run',
    'Along the river',
    'Intervals',
    'Long one',
    'Hills',
    'With the club',
    'Easy',
    'After work',
    'Parkrun',
  ],
};

/** The words to search for: a given name and the first letters of family names. */
export const searchedNames = names.first.flatMap((first) =>
  names.lastStart.filter((start) => !first.startsWith(start)).map((start) => `${first} ${start}`),
);

const initials = [...new Set(names.lastEnd.map((end) => end.slice(0, 1)))];

/** The first letters of family names, somewhat longer: so many bear them that a page is full among 10 k users as well. */
export const familyNamesBegun = names.lastStart.flatMap((start) => initials.map((letter) => `${start}${letter}`));

/** Whole names with two letters of the family name swapped. */
export const misspelledNames = names.first.flatMap((first, n) =>
  names.lastStart
    .filter((start, m) => (n + m) % 10 === 0 && start.length > 2)
    .map((start, m) => `${first} ${start[0]}${start[2]}${start[1]}${start.slice(3)}${names.lastEnd[(n + m) % 30]}`),
);

/** A PostgreSQL array of some words. */
export function wordsOf(kind: keyof typeof names): string {
  return `array['${names[kind].join("','")}']`;
}

/** Rows `n, name, lat, lng` of the cities, numbered from 0. */
export const cityRows = `(values ${cities.map(([name, lat, lng], n) => `(${n}, '${name}', ${lat}, ${lng})`).join(', ')})
  city(n, name, lat, lng)`;
export const cityCount = cities.length;
