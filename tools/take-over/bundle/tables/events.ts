import * as f from '../field.ts';
import { required, optional, withDefault } from '../field.ts';

/** Amounts of money for a mile. */
const amount = f.cents(0, 999_999.99);

/** Charity events. */
export const events = {
  id: required(f.id, 'The id, which stays.', 7),
  name: required(f.text, 'The name.', 'Miles for trees'),
  start_date: required(f.wallClock, 'When it begins, on the clock of each participant.', '2014-08-01T00:00:00'),
  end_date: required(f.wallClock, 'When it ends; midnight means the end of that day.', '2014-08-31T00:00:00'),
  event_logo: withDefault(f.text, '', 'The address of a picture.', 'https://example.org/logo.png'),
  home_url: withDefault(f.text, '', 'The address of its page.', 'https://example.org/'),
  info_url: withDefault(f.text, '', 'The address of a page about it.', 'https://example.org/about'),
  amount_per_mile: withDefault(amount, 0, 'What every participant earns for each mile without sponsors.', '0.10'),
} as const;

/** People who take part in events. */
export const eventParticipants = {
  id: required(f.id, 'The id, which stays.', 8),
  event: required(f.reference('events'), 'The event.', 7),
  user: required(f.reference('users'), 'Who takes part.', 12),
  description: withDefault(f.text, '', 'What the participant has written about it.', 'I like trees.'),
  user_goal_in_miles: optional(f.integer(0), 'The goal; null or 0 without one.', 100),
  joined_date: optional(f.moment, 'When the person joined; null: when the event began.', '2014-07-20T10:00:00'),
  left_date: optional(f.moment, 'When the person left; null while the person takes part.', null),
  miles_before: withDefault(
    f.number(0, 1e7),
    0,
    'Miles that were logged at the old service without a run: they are noted, and not stored.',
    12.5,
  ),
} as const;

/** Promises of sponsors. */
export const sponsors = {
  id: required(f.id, 'The id, which stays.', 9),
  participant: required(f.reference('event_participants'), 'For whose miles it is.', 8),
  amount_per_mile: required(amount, 'What is promised for each mile.', '0.50'),
  user: optional(
    f.reference('users'),
    'Who has promised it; null where that person has no account, and then `name` is required.',
    34,
  ),
  name: withDefault(f.text, '', 'The name that is shown; empty: that of `user`.', 'Lake Shoes'),
  created_date: optional(f.moment, 'When it was promised; null: when the participant joined.', '2014-07-22T10:00:00'),
  accepted_date: optional(
    f.moment,
    'When it was accepted; null: as soon as it was promised. A promise that waits for that is left out of the bundle.',
    '2014-07-22T10:00:00',
  ),
  post: optional(f.reference('posts'), 'The post that announces it.', null, { lenient: true }),
} as const;
