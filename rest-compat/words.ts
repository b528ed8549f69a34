/**
 * Words of the interface and the GraphQL enums they mean: `Interval` is `INTERVAL`, `friends` is `FRIENDS`. Each table
 * maps the interface's spelling to the enum's; `wordOf` goes the other way.
 */
export const runTypes = {
  Endurance: 'ENDURANCE',
  Tempo: 'TEMPO',
  Slow: 'SLOW',
  Interval: 'INTERVAL',
  Group: 'GROUP',
  Elevation: 'ELEVATION',
  Race: 'RACE',
  Indoor: 'INDOOR',
  Beach: 'BEACH',
} as const;

export const privacies = { public: 'PUBLIC', friends: 'FRIENDS', private: 'PRIVATE' } as const;

export const feedTypes = {
  friends: 'FRIENDS',
  local: 'LOCAL',
  featured: 'FEATURED',
  profile: 'PROFILE',
  /** Deprecated, equals friends (interface, Versioning). */
  dashboard: 'FRIENDS',
} as const;

export const distanceUnits = { miles: 'MILES', kilometers: 'KILOMETERS' } as const;
export const elevationUnits = { feet: 'FEET', meters: 'METERS' } as const;
export const weightUnits = { pounds: 'POUNDS', kilograms: 'KILOGRAMS' } as const;
export const genders = { M: 'M', F: 'F', O: 'O' } as const;

/** What can be liked (interface, POST /like/toggle/). */
export const likeables = { post: 'Post', comment: 'Comment' } as const;

export const friendshipStatuses = { Pending: 'PENDING', Accepted: 'ACCEPTED' } as const;
/** How a search among friends is ordered; without a word, by how well the name fits. */
export const friendOrders = { most_active: 'MOST_ACTIVE' } as const;

/** Which participations are wanted: `hot` ones only (interface, EventParticipant activity). */
export const participantStatuses = { hot: true } as const;

/** The tables the other way, made when they are first asked. */
const reversed = new WeakMap<object, ReadonlyMap<string, string>>();

/** The interface's word for an enum value: the first in the table that means it. */
export function wordOf<Value extends string>(words: Readonly<Record<string, Value>>, value: Value): string {
  let meanings = reversed.get(words);
  if (!meanings) {
    const entries = Object.entries(words).map(([word, meant]) => [meant, word] as const);
    reversed.set(words, (meanings = new Map(entries.reverse())));
  }
  return meanings.get(value) ?? value;
}
