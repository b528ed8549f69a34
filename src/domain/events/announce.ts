import type { Context } from '../context.ts';
import { insertInto, namedParameters } from '../../platform/database/insert.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { statement } from '../../platform/database/statement.ts';
import { spotOfUser } from '../feed/grid.ts';
import { Post } from '../feed/post.entity.ts';
import type { EventRow } from './event.queries.ts';
import { participantUrl } from './participant-url.ts';

/** What a post about an event says besides its text (interface, Posts with extra information). Stored in `post.extra`. */
export interface EventPostExtra {
  eventName: string;
  eventLogo: string;
  homeUrl: string;
  infoUrl: string;
  /** Whose page `participant_page_url` leads to. */
  participantId: number;
  /** Only for sponsors: two places, and their name. */
  amountPerMile?: string;
  sponsorName?: string;
}

const { at, valuesOf } = namedParameters(['author', 'body', 'postType', 'extra']);

/** Takes `valuesOf` its author, text, kind and extra as JSON. */
const insertEventPost = statement<{ id: number }>(
  'insert_event_post',
  `${insertInto(Post, {
    authorId: at.author,
    body: at.body,
    privacy: `'public'`,
    postType: at.postType,
    extra: at.extra,
    spot: spotOfUser(at.author),
  })} returning id`,
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
  const extra = JSON.stringify(extraOf(participation));
  await tx.one(insertEventPost, valuesOf({ author: userId, body, postType: 'registered-for-event', extra }));
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
  const extra = JSON.stringify({ ...extraOf(participation), amountPerMile, sponsorName: sponsor.name });
  const postType = 'event-participant-got-sponsor';
  const post = await tx.one(insertEventPost, valuesOf({ author: userId, body, postType, extra }));
  return post?.id ?? null;
}

function extraOf({ id, event }: Participation): EventPostExtra {
  const { name, eventLogo, homeUrl, infoUrl } = event;
  return { eventName: name, eventLogo, homeUrl, infoUrl, participantId: id };
}
