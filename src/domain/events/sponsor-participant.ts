import { usersLoader } from '../people/person.loaders.ts';
import { checkStrangers } from '../accounts/write-to-strangers.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid, together } from '../../errors.ts';
import { beginningOf, lengths } from '../../platform/text.ts';
import { onTerms } from '../rules/visibility.ts';
import { promiseChecks } from './check-participation.ts';
import { needParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';

/**
 * `$1` is the participant, `$2` the user, `$3` the name, and `$4` the amount. The statement inserts or changes the
 * promise of an account, and waits for a departure at the same time. Under another name the promise has to be accepted
 * again, and the post that announced it remains until then.
 */
const promise = statement.write<{ id: number }>(
  'promise_to_participant',
  `insert into event_sponsor as es (participant_id, user_id, name, amount_per_mile)
   select ep.id, $2::bigint, $3::text, $4::numeric from event_participant ep
   where ep.id = $1 and ep.left_date is null and ${onTerms('$2', 'ep.user_id')} for share of ep
   on conflict (participant_id, user_id) do update set amount_per_mile = excluded.amount_per_mile,
     name = case when lower(es.name) = lower(excluded.name) then es.name else excluded.name end,
     accepted_date = case when lower(es.name) = lower(excluded.name) then es.accepted_date end
   returning id`,
  onTerms,
);

/** The fields of a promise. */
interface SponsorInput {
  amountPerMile: number;
  /** The name that is shown. By default it is the name of the sponsor. */
  name?: string | null;
}

/**
 * Promises an amount for each mile of a participant. Each account has one promise for each participant, which is shown,
 * counted and posted once the participant has accepted it (decisions N25). In a second promise, a new amount counts at
 * once, and a new name has to be accepted.
 * @throws Failure NOT_FOUND, INVALID, BLOCKED when the viewer has blocked the participant, RATE_LIMITED, UNPROVEN
 */
export async function sponsorParticipant(
  context: Context,
  participantId: number,
  input: SponsorInput,
): Promise<ParticipantRow> {
  const viewer = viewerOf(context);
  const { user, leftDate, endsDate } = await needParticipant(context, participantId);
  const { name: given, amountPerMile } = together(promiseChecks(input));
  if (leftDate !== null) throw invalid('participantId', 'takes part no more');
  if (context.now() >= new Date(endsDate)) throw invalid('participantId', 'took part in an event that is over');
  const name = given === '' ? await ownName(context, viewer.id) : given;
  await context.budget.spend('sponsor');
  await checkStrangers(context, context.database, [user.id]);
  const promised = await context.database.one(promise, [participantId, viewer.id, name, amountPerMile]);
  // The participant has just left, or a block separates the two users (decisions N23).
  if (!promised) throw new Failure('BLOCKED');
  return needParticipant(context, participantId);
}

async function ownName(context: Context, viewerId: number): Promise<string> {
  const user = await context.loader(usersLoader).load(viewerId);
  // The column has the length of one name. First and last name together can be longer.
  return beginningOf(`${user?.firstName} ${user?.lastName}`, lengths.name);
}
