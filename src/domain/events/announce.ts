import type { Context } from '../context.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { statement } from '../../platform/database/statement.ts';
import { spotOfUser } from '../feed/grid.ts';
import type { EventRow } from './event.queries.ts';
import { participantUrl } from './participant-url.ts';

/** What a post about an event says besides its text (interface, Posts with extra information). Stored in `post.extra`. */
export interface EventExtra {
  eventName: string;
  eventLogo: string;
  homeUrl: string;
  infoUrl: string;
  /** Whose page `participant_page_url` leads to. */
  participantId: number;
}

/** What the post about a sponsor says besides. */
export interface SponsorExtra extends EventExtra {
  /** Two places. */
  amountPerMile: string;
  sponsorName: string;
}

/** `$1` author, `$2` text, `$3` kind, `$4` extra as JSON. */
const insertEventPost = statement<{ id: number }>(
  'insert_event_post',
  `insert into post (author_id, body, privacy, post_type, extra, spot)
   select $1::bigint, $2::text, 'public', $3::text, $4::jsonb, ${spotOfUser('$1')}
   returning id`,
);

/** Who takes part in what. */
interface Participation {
  id: number;
  userId: number;
  event: EventRow;
}

/** Tells in the feeds that somebody takes part, inside the transaction of `tx`. Older apps show the text only. */
export async function announceRegistration(context: Context, tx: Queries, participation: Participation): Promise<void> {
  const { id, userId, event } = participation;
  const body = `I am taking part in “${event.name}”. Follow my miles: ${participantUrl(context, id)}`;
  await tx.one(insertEventPost, [userId, body, 'registered-for-event', JSON.stringify(extraOf(participation))]);
}

/** Tells that a participant got a sponsor: their post, as it is their news. Returns its id. */
export async function announceSponsor(
  context: Context,
  tx: Queries,
  participation: Participation,
  sponsor: { name: string; amountPerMile: number },
): Promise<number | null> {
  const { id, userId, event } = participation;
  const amountPerMile = sponsor.amountPerMile.toFixed(2);
  const body = `${sponsor.name} sponsors me with ${amountPerMile} for each mile of “${event.name}”. Follow my miles: ${participantUrl(context, id)}`;
  const extra: SponsorExtra = { ...extraOf(participation), amountPerMile, sponsorName: sponsor.name };
  const post = await tx.one(insertEventPost, [userId, body, 'event-participant-got-sponsor', JSON.stringify(extra)]);
  return post?.id ?? null;
}

function extraOf({ id, event }: Participation): EventExtra {
  const { name, eventLogo, homeUrl, infoUrl } = event;
  return { eventName: name, eventLogo, homeUrl, infoUrl, participantId: id };
}
