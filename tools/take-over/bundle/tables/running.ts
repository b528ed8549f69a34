import { postTypes } from '../../../../src/domain/feed/post-types.ts';
import { privacies } from '../../../../src/domain/rules/visibility.ts';
import { runTypes } from '../../../../src/domain/workouts/run-types.ts';
import { workoutSources } from '../../../../src/domain/workouts/workout-sources.ts';
import * as f from '../field.ts';
import { required, optional, withDefault } from '../field.ts';

/** The most meters that the database holds, which is more than the earth is round. */
const mostMeters = 9_999_999_999;
const meters = f.cents(0, mostMeters);
const privacy = f.choice(privacies);
const whoSees = 'Who may see it.';

/** Runs, with their points. */
export const workouts = {
  id: required(f.id, 'The id, which stays.', 71),
  user: required(f.reference('users'), 'Who has run.', 12),
  run_date: required(f.moment, 'When the run began.', '2014-05-06T06:30:00'),
  run_type: withDefault(
    f.openChoice(runTypes),
    'Endurance',
    'One of the nine run types; another text becomes the source type of an `Endurance` run.',
    'Tempo',
    { absent: 'is not said; the run is Endurance' },
  ),
  duration_in_seconds: required(f.integer(0), 'Without pauses.', 1_500),
  title: withDefault(f.text, '', 'The title.', 'Along the lake'),
  post_body: withDefault(f.text, '', 'What the runner has written about it.', 'Windy, but good.'),
  distance_in_meters: optional(meters, 'Null: the length of the points, or unknown.', '5045.00'),
  privacy: withDefault(privacy, 'private', `${whoSees} A run without it is noted.`, 'friends', {
    absent: 'is not said; the run is private',
  }),
  source: optional(f.choice(workoutSources), 'Null: `gpx` where `gpx` names a file, and otherwise `json`.', 'json', {
    lenient: true,
  }),
  created_date: optional(f.moment, 'When it was stored; null: when the run ended.', '2014-05-06T07:00:00', {
    lenient: true,
  }),
  points: optional(
    f.points,
    'The track: degrees north and east, meters, and a moment, of which the last two may be null or left out.',
    [
      [47.36, 8.53, 408, '2014-05-06T06:30:00Z'],
      [47.37, 8.54, 409.5, '2014-05-06T06:30:04Z'],
    ],
    { lenient: true },
  ),
  gpx: optional(f.file, 'In the place of `points`, a GPX file.', 'files/gpx/71.gpx', { lenient: true }),
  route_points_data: optional(
    f.formed('polyline'),
    'In the place of both, the line of the run without times, as an encoded polyline of precision 5.',
    '_p~iF~ps|U_ulLnnqC',
    { lenient: true },
  ),
} as const;

const extra = f.record({
  event_logo: withDefault(f.text, '', 'The address of a picture.', ''),
  event_name: withDefault(f.text, '', 'The name of the event.', 'Miles for trees'),
  home_url: withDefault(f.text, '', 'The address of its page.', 'https://example.org/'),
  info_url: withDefault(f.text, '', 'The address of a page about it.', ''),
  participant_page_url: withDefault(f.text, '', 'The address of the page of the participant.', ''),
  participant: optional(f.id, 'The participant to whose page the post leads.', 8),
  amount_per_mile: optional(f.cents(0, 999_999.99), 'What a sponsor has promised.', '0.50'),
  sponsor_name: optional(f.text, 'The name of the sponsor.', 'Lake Shoes'),
});

/** Posts. Each run has at most one. */
export const posts = {
  id: required(f.id, 'The id, which stays.', 81),
  author: required(f.reference('users'), 'Who has written it.', 12),
  created_date: required(f.moment, 'When it was published.', '2014-05-06T07:00:00'),
  workout: optional(f.reference('workouts'), 'The run that it is about; null for a post about an event.', 71),
  body: withDefault(f.text, '', 'The text.', 'Windy, but good.'),
  privacy: optional(
    privacy,
    `${whoSees} Null: that of its run. A post without a run and without it is private.`,
    'friends',
  ),
  post_type: optional(f.choice(postTypes), 'What a post about an event says; null for other posts.', null, {
    lenient: true,
  }),
  extra: optional(extra, 'The further values of a post about an event.', null),
  likers: withDefault(f.list(f.reference('users')), [], 'Who likes it, in the order of their likes.', [34], {
    lenient: true,
  }),
} as const;

const urls = f.record({
  thumbnail: optional(f.text, 'About 140 × 110 pixels.', 'https://old.example.com/media/91_t.jpg'),
  feed: optional(f.text, 'About 400 pixels wide.', 'https://old.example.com/media/91_f.jpg'),
  detail: optional(f.text, 'About 900 pixels wide.', 'https://old.example.com/media/91_d.jpg'),
  original: optional(f.text, 'As it was uploaded.', 'https://old.example.com/media/91.jpg'),
});

/** Pictures of posts. */
export const pictures = {
  id: required(f.id, 'The id, which stays.', 91),
  post: required(f.reference('posts'), 'The post to which it belongs.', 81),
  file: required(
    f.file,
    'The picture in its largest size: JPEG or PNG, or GIF or WebP, which is converted.',
    'files/pictures/91.jpg',
  ),
  created_date: optional(f.moment, 'When it was added; null: with the post.', '2014-05-06T07:01:00', { lenient: true }),
  urls: withDefault(urls, {}, 'The URLs that it had, by size.', { original: 'https://old.example.com/media/91.jpg' }),
} as const;

/** Comments on posts. */
export const comments = {
  id: required(f.id, 'The id, which stays.', 101),
  post: required(f.reference('posts'), 'The post.', 81),
  user: required(f.reference('users'), 'Who has written it.', 34),
  comment: required(f.text, 'The text.', 'Well done!'),
  submit_date: required(f.moment, 'When it was written.', '2014-05-06T08:00:00'),
  likers: withDefault(f.list(f.reference('users')), [], 'Who likes it, in the order of their likes.', [12], {
    lenient: true,
  }),
} as const;

/** Saved routes. */
export const routes = {
  id: required(f.id, 'The id, which stays.', 121),
  name: required(f.text, 'The name.', 'Around the lake'),
  distance_in_meters: required(meters, 'The length.', '5045.00'),
  user: optional(f.reference('users'), 'Whose route it is; null: of whoever ran `workout`.', 12),
  workout: optional(f.reference('workouts'), 'The run from which it was made.', 71, { lenient: true }),
  source: withDefault(f.choice(['workout']), 'workout', 'From what it was made.', 'workout', { lenient: true }),
  points: optional(
    f.points,
    'The line; null: that of `workout`.',
    [
      [47.36, 8.53],
      [47.37, 8.54],
    ],
    { lenient: true },
  ),
  favorited_by: withDefault(f.list(f.reference('users')), [], 'Of whom it is a favorite.', [34], { lenient: true }),
  created_date: optional(f.moment, 'When it was saved; null: when the bundle was taken.', '2014-06-01T09:00:00', {
    lenient: true,
  }),
} as const;
