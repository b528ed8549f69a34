import type { Fields } from './description.ts';

/** A structure around or inside records, which is no record itself. */
interface StructureDescription {
  about: string;
  fields: Fields;
}

/** The `meta` of the list envelope (`rest-compat/paging.ts`). */
export const listMeta = {
  about: '`{meta, objects}`. `objects` is the page, and `meta` describes its position:',
  fields: {
    limit: { type: 'integer', about: 'Items of a page.' },
    next: { type: 'URI', nullable: true, about: 'The next page, with all other parameters as they were sent.' },
    offset: { type: 'integer', about: 'Items before this page.' },
    previous: { type: 'URI', nullable: true, about: 'The page before.' },
    total_count: { type: 'integer', about: 'Items of all pages.' },
  },
} as const satisfies StructureDescription;

/** The `meta` of the envelope of the post list. */
export const feedMeta = {
  about: '`{meta, objects}`. `objects` contains posts, newest first, and `meta` has:',
  fields: {
    feed_type: {
      type: 'text',
      values: ['friends', 'local', 'featured', 'profile'],
      about: 'The feed that was read.',
    },
    newer: { type: 'URI', nullable: true, about: 'The next newer page of the same feed.' },
    older: { type: 'URI', nullable: true, about: 'The next older page.' },
  },
} as const satisfies StructureDescription;

/** A point of a workout that is sent. */
export const routePoint = {
  about: 'A point of the track of a JSON workout. Values may be text.',
  fields: {
    lat: { type: 'float', about: 'Degrees north.' },
    lng: { type: 'float', about: 'Degrees east.' },
    time: { type: 'timestamp' },
    elev: { type: 'float', optional: true, about: 'Meters.' },
  },
} as const satisfies StructureDescription;

/** The structures by the names of their sections in `docs/contract/records.md`. */
export const structures: Readonly<Record<string, StructureDescription>> = {
  'List envelope': listMeta,
  'Post list envelope': feedMeta,
  'Route point': routePoint,
};
