import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { announceSponsor } from './announce.ts';
import { checkAmount } from './check-participation.ts';
import { needParticipant } from './find-participant.ts';
import type { ParticipantRow } from './participant.row.ts';

/** `$1` participant, `$2` user, `$3` name, `$4` amount: no row unless the promise is new. Locks out a leave meanwhile. */
const insertSponsor = statement<{ id: number }>(
  'insert_sponsor',
  `insert into event_sponsor (participant_id, user_id, name, amount_per_mile)
   select ep.id, $2::bigint, $3::text, $4::numeric from event_participant ep
   where ep.id = $1 and ep.left_date is null for share of ep
   on conflict (participant_id, user_id, lower(name)) do nothing returning id`,
);

const changeAmount = statement<{ id: number }>(
  'change_sponsor_amount',
  `update event_sponsor set amount_per_mile = $4::numeric
   where participant_id = $1 and user_id = $2 and lower(name) = lower($3) returning id`,
);

/** What a sponsor promises. */
export interface SponsorInput {
  amountPerMile: number;
  /** As it is shown; the sponsor's own name when left out. */
  name?: string | null;
}

/**
 * Promises money for each mile of a participant; their post says so the first time. Again under the same name, only the
 * amount changes. @throws Failure NOT_FOUND, INVALID
 */
export async function sponsorParticipant(
  context: Context,
  participantId: number,
  input: SponsorInput,
): Promise<ParticipantRow> {
  const viewer = viewerOf(context);
  const { event, user, leftDate, endsDate } = await needParticipant(context, participantId);
  const given = checkText(input.name ?? '', 'name', 'name');
  const amountPerMile = checkAmount(input.amountPerMile, 0.01);
  if (leftDate !== null) throw invalid('participantId', 'takes part no more');
  if (context.now() >= new Date(endsDate)) throw invalid('participantId', 'took part in an event that is over');
  const name = given === '' ? await ownName(context, viewer.id) : given;
  await context.database.transaction(async (tx) => {
    const values = [participantId, viewer.id, name, amountPerMile];
    const made = await tx.one(insertSponsor, values);
    const participation = { id: participantId, userId: user.id, event };
    if (made) await announceSponsor(context, tx, participation, { name, amountPerMile });
    // Neither: they have just left.
    else if (!(await tx.one(changeAmount, values))) throw new Failure('NOT_FOUND');
  });
  return needParticipant(context, participantId);
}

async function ownName(context: Context, viewerId: number): Promise<string> {
  const user = await context.loaders.users.load(viewerId);
  // The column holds what a name may have at most: first and last together may be longer.
  return Array.from(`${user?.firstName} ${user?.lastName}`).slice(0, 100).join('');
}
