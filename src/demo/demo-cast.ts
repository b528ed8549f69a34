/** The place where a runner likes to run: a loop around its center. */
export interface Haunt {
  name: string;
  latitude: number;
  longitude: number;
  /** The elevation in meters, and the height of its hills. */
  elevation: number;
  hills: number;
  /** The length of the loop in meters. */
  lap: number;
}

/** A runner of the demo data. */
export interface DemoRunner {
  /** The part of the e-mail address before `@example.com`. */
  name: string;
  person: {
    firstName: string;
    lastName: string;
    born: string | null;
    gender: 'M' | 'F' | 'O' | null;
    kilograms: number | null;
  };
  home: { place: string; latitude: number | null; longitude: number | null; timezone: string; imperial: boolean };
  /** Seconds for an easy kilometer, and kilometers of an ordinary run. */
  running: { pace: number; kilometers: number; runsAWeek: number; haunts: Haunt[] };
  role?: 'featured' | 'staff';
}

const haunt = (name: string, latitude: number, longitude: number, elevation: number, hills: number, lap: number) => ({
  name,
  latitude,
  longitude,
  elevation,
  hills,
  lap,
});

const home = (
  place: string,
  latitude: number | null,
  longitude: number | null,
  timezone: string,
  imperial = false,
) => ({
  place,
  latitude,
  longitude,
  timezone,
  imperial,
});

const running = (pace: number, kilometers: number, runsAWeek: number, ...haunts: Haunt[]) => ({
  pace,
  kilometers,
  runsAWeek,
  haunts,
});

const california = 'America/Los_Angeles';
const merritt = haunt('Lake Merritt', 37.8055, -122.2575, 6, 3, 5200);
const tilden = haunt('Tilden Park', 37.8985, -122.2485, 330, 55, 7000);

/** The runners. The first one is the demo account. */
export const demoRunners: readonly DemoRunner[] = [
  {
    name: 'demo',
    person: { firstName: 'Robin', lastName: 'Hale', born: '1989-05-14', gender: 'O', kilograms: 68 },
    home: home('Oakland, CA', 37.8044, -122.2712, california, true),
    running: running(335, 8, 3, merritt, haunt('Redwood Park', 37.8085, -122.1575, 300, 60, 8000)),
  },
  {
    name: 'priya',
    person: { firstName: 'Priya', lastName: 'Raman', born: '1992-11-03', gender: 'F', kilograms: 57 },
    home: home('Danville, CA', 37.8216, -121.9999, california, true),
    running: running(
      310,
      10,
      4,
      haunt('the Iron Horse Trail', 37.822, -121.99, 110, 6, 6000),
      haunt('Las Trampas', 37.829, -122.05, 420, 70, 7500),
    ),
    role: 'featured',
  },
  {
    name: 'marcus',
    person: { firstName: 'Marcus', lastName: 'Webb', born: '1981-02-20', gender: 'M', kilograms: 81 },
    home: home('San Francisco, CA', 37.7749, -122.4194, california, true),
    running: running(350, 7, 2, haunt('Golden Gate Park', 37.7694, -122.4765, 60, 18, 7600)),
  },
  {
    name: 'elena',
    person: { firstName: 'Elena', lastName: 'Sousa', born: '1996-08-29', gender: 'F', kilograms: 59.5 },
    home: home('Berkeley, CA', 37.8716, -122.2728, california),
    running: running(325, 9, 3, tilden, merritt),
  },
  {
    name: 'kwame',
    person: { firstName: 'Kwame', lastName: 'Mensah', born: '1978-12-01', gender: 'M', kilograms: 74 },
    home: home('San Jose, CA', 37.3394, -121.895, california, true),
    running: running(365, 6, 2, haunt('Kelley Park', 37.322, -121.86, 30, 3, 4000)),
  },
  {
    name: 'hanna',
    person: { firstName: 'Hanna', lastName: 'Lindqvist', born: '1990-03-17', gender: 'F', kilograms: 62 },
    home: home('Zürich', 47.3667, 8.55, 'Europe/Zurich'),
    running: running(
      315,
      11,
      3,
      haunt('the Zürichberg', 47.3835, 8.5715, 600, 40, 6500),
      haunt('the Sihl', 47.35, 8.52, 415, 5, 5000),
    ),
  },
  {
    name: 'luca',
    person: { firstName: 'Luca', lastName: 'Bernasconi', born: '1985-07-07', gender: 'M', kilograms: 77.5 },
    home: home('Winterthur', 47.5056, 8.7241, 'Europe/Zurich'),
    running: running(340, 8, 2, haunt('the Eschenberg', 47.484, 8.727, 560, 35, 6000)),
  },
  {
    name: 'aylin',
    person: { firstName: 'Aylin', lastName: 'Demir', born: '1999-01-25', gender: 'F', kilograms: 54 },
    home: home('Bern', 46.9481, 7.4474, 'Europe/Zurich'),
    running: running(300, 9, 4, haunt('the Bremgartenwald', 46.964, 7.417, 560, 20, 7000)),
  },
  {
    name: 'camille',
    person: { firstName: 'Camille', lastName: 'Moreau', born: '1987-10-11', gender: 'F', kilograms: null },
    home: home('Genève', 46.2022, 6.1457, 'Europe/Zurich'),
    running: running(345, 7, 2, haunt('the Bois de la Bâtie', 46.195, 6.12, 400, 14, 4500)),
    role: 'staff',
  },
  {
    name: 'tom',
    person: { firstName: 'Tom', lastName: 'Okafor', born: '1983-06-30', gender: 'M', kilograms: 84 },
    home: home('London', 51.5085, -0.1257, 'Europe/London', true),
    running: running(
      330,
      10,
      3,
      haunt('Regent’s Park', 51.5305, -0.155, 35, 5, 4500),
      haunt('Hampstead Heath', 51.561, -0.163, 90, 25, 6000),
    ),
  },
  {
    name: 'siobhan',
    person: { firstName: 'Siobhán', lastName: 'Kelly', born: '1994-04-02', gender: 'F', kilograms: 60 },
    home: home('Brighton', 50.8284, -0.1395, 'Europe/London', true),
    running: running(355, 6, 2, haunt('Preston Park', 50.843, -0.148, 45, 12, 3800)),
  },
  {
    name: 'kiprono',
    person: { firstName: 'Kiprono', lastName: 'Cheruiyot', born: '1997-09-09', gender: 'M', kilograms: 56 },
    home: home('Iten', 0.6703, 35.5081, 'Africa/Nairobi'),
    running: running(235, 16, 5, haunt('Iten', 0.675, 35.5, 2390, 30, 12000)),
    role: 'featured',
  },
  {
    name: 'mei',
    person: { firstName: 'Mei', lastName: 'Tanaka', born: '1991-12-24', gender: 'F', kilograms: 51 },
    home: home('Kyoto', 35.0211, 135.7538, 'Asia/Tokyo'),
    running: running(305, 10, 3, haunt('the Kamo river', 35.035, 135.773, 55, 4, 8000)),
    role: 'featured',
  },
  {
    name: 'noa',
    person: { firstName: 'Noa', lastName: 'Levi', born: null, gender: null, kilograms: null },
    home: home('', null, null, 'UTC'),
    running: running(375, 5, 2),
  },
];

/** The friendships, by name. */
export const demoFriends: ReadonlyArray<readonly [string, string]> = [
  ['demo', 'priya'],
  ['marcus', 'demo'],
  ['demo', 'elena'],
  ['hanna', 'demo'],
  ['demo', 'tom'],
  ['demo', 'kiprono'],
  ['priya', 'marcus'],
  ['elena', 'priya'],
  ['marcus', 'kwame'],
  ['elena', 'siobhan'],
  ['hanna', 'luca'],
  ['aylin', 'hanna'],
  ['luca', 'aylin'],
  ['camille', 'luca'],
  ['aylin', 'camille'],
  ['tom', 'siobhan'],
  ['mei', 'kiprono'],
];

/** The pending friend requests. */
export const demoRequests: ReadonlyArray<readonly [string, string]> = [
  ['luca', 'demo'],
  ['mei', 'demo'],
  ['demo', 'kwame'],
  ['tom', 'marcus'],
];
