/**
 * Enum values of the interface and of GraphQL: `Interval` is `INTERVAL`, `friends` is `FRIENDS`. Each table maps the
 * spelling of the interface to that of GraphQL; `wordsOf` maps in the other direction.
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

export const routeSources = { workout: 'WORKOUT' } as const;

export const distanceUnits = { miles: 'MILES', kilometers: 'KILOMETERS' } as const;
export const elevationUnits = { feet: 'FEET', meters: 'METERS' } as const;
export const weightUnits = { pounds: 'POUNDS', kilograms: 'KILOGRAMS' } as const;
export const genders = { M: 'M', F: 'F', O: 'O' } as const;

/** What can be liked (interface, POST /like/toggle/). */
export const likeables = { post: 'Post', comment: 'Comment' } as const;

export const friendshipStatuses = { Pending: 'PENDING', Accepted: 'ACCEPTED' } as const;
/** The orders of a search among friends. */
export const friendOrders = { most_active: 'MOST_ACTIVE' } as const;

/** The filters of participations: `hot` ones only (interface, EventParticipant activity). */
export const participantStatuses = { hot: true } as const;

/** Returns the spelling of an enum value in the interface: the first one in the table. */
export function wordsOf<Value extends string>(words: Readonly<Record<string, Value>>): (value: Value) => string {
  const entries = Object.entries(words).map(([word, meant]) => [meant, word] as const);
  const meanings = new Map<string, string>(entries.reverse());
  return (value) => meanings.get(value) ?? value;
}
