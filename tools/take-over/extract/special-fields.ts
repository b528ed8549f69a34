/** The fields that are true or false. MySQL has them as 0 and 1. */
export const booleans: ReadonlySet<string> = new Set(['email_proven', 'is_active', 'is_featured', 'is_staff']);

/** The fields that are lists or objects. A column of text has JSON in it. */
export const structured: ReadonlySet<string> = new Set([
  'api_key_hashes',
  'api_keys',
  'extra',
  'favorited_by',
  'image_urls',
  'likers',
  'past_users_involved',
  'points',
  'preferences',
  'profile',
  'recipients',
  'social',
  'urls',
]);

/** The folder of a bundle that has the pictures and GPX files. */
export const filesFolder = 'files';

/** The fields that name a picture or a GPX file. A bundle has its path from the root of the bundle, or its address. */
export const fileFields: ReadonlySet<string> = new Set(['file', 'gpx', 'image']);
