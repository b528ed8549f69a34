import { placements } from '../../../../src/domain/conversations/placement.ts';
import * as f from '../field.ts';
import { required, optional, withDefault } from '../field.ts';

const recipient = f.record({
  user: required(f.reference('users'), 'Who takes part.', 12),
  placement: withDefault(f.choice(placements), 'inbox', 'Where the person has put it.', 'inbox', { lenient: true }),
  last_read_message: optional(f.id, 'The newest message that the person has read.', 141, { lenient: true }),
});

/** Conversations, with the people who take part. */
export const conversations = {
  id: required(f.id, 'The id, which stays.', 131),
  created_date: required(f.moment, 'When it was started.', '2014-07-01T12:00:00'),
  recipients: required(
    f.list(recipient),
    'Everybody who takes part, with who has started it.',
    [
      { user: 12, placement: 'inbox', last_read_message: 141 },
      { user: 34, placement: 'archived' },
    ],
    { lenient: true },
  ),
  started_by: optional(f.reference('users'), 'Who has started it; null after that account was deleted.', 12, {
    lenient: true,
  }),
  past_users_involved: withDefault(f.list(f.text), [], 'The names of people who have deleted their accounts.', [
    'Bo Old',
  ]),
} as const;

/** Messages of conversations. */
export const messages = {
  id: required(f.id, 'The id, which stays.', 141),
  conversation: required(f.reference('conversations'), 'The conversation.', 131),
  message: required(f.text, 'The text.', 'Shall we run on Sunday?'),
  created_date: required(f.moment, 'When it was sent.', '2014-07-01T12:00:00'),
  user: optional(f.reference('users'), 'Who has sent it; null after that account was deleted.', 12, { lenient: true }),
  user_deleted_name: withDefault(f.text, '', 'The name of a sender whose account was deleted.', ''),
} as const;
