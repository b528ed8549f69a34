import type { Context } from '../context.ts';
import { insertInto, namedParameters } from '../../platform/database/insert.ts';
import type { Queries } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { spotOfUser } from '../rules/grid.ts';
import { Post } from '../feed/post.entity.ts';
import type { PostType } from '../feed/post-types.ts';
import type { EventRow } from './event.queries.ts';
import { participantUrl } from './participant-url.ts';
import { shownAddress } from './web-address.ts';

/**
 * The values of a post about an event besides its text (interface, Posts with extra information). They are stored in
 * `post.extra`.
 */
export interface EventExtra {
  eventName: string;
  eventLogo: string;
  homeUrl: string;
  infoUrl: string;
  /** The participant to whose page `participant_page_url` leads; null if another service did not say it. */
  participantId: number | null;
}

/** The further values of a post about a sponsor. */
export interface SponsorExtra extends EventExtra {
  /** An amount with two decimal places. */
  amountPerMile: string;
  sponsorName: string;
}

const { at, valuesOf } = namedParameters(['author', 'body', 'postType', 'extra']);

/** The statement takes `valuesOf` the author, the text, the kind, and the extra values as JSON. */
const insertEventPost = statement.write<{ id: number }>(
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

/** The participant and the event of a post. */
interface Participation {
  id: number;
  userId: number;
  event: EventRow;
}

/** Announces a new participant with a post, in the transaction of `tx`. Older apps show only the text. */
export async function announceRegistration(context: Context, tx: Queries, participation: Participation): Promise<void> {
  const { id, userId, event } = participation;
  const body = `I am taking part in “${event.name}”. Follow my miles: ${participantUrl(context, id)}`;
  const extra = JSON.stringify(extraOf(participation));
  const postType: PostType = 'registered-for-event';
  await tx.one(insertEventPost, valuesOf({ author: userId, body, postType, extra }));
}

/** Announces a new sponsor of a participant with a post by the participant. Returns its id. */
export async function announceSponsor(
  context: Context,
  tx: Queries,
  participation: Participation,
  sponsor: { name: string; amountPerMile: number },
): Promise<number> {
  const { id, userId, event } = participation;
  const amountPerMile = sponsor.amountPerMile.toFixed(2);
  const body = `${sponsor.name} sponsors me with ${amountPerMile} for each mile of “${event.name}”. Follow my miles: ${participantUrl(context, id)}`;
  const extra: SponsorExtra = { ...extraOf(participation), amountPerMile, sponsorName: sponsor.name };
  const postType: PostType = 'event-participant-got-sponsor';
  const values = valuesOf({ author: userId, body, postType, extra: JSON.stringify(extra) });
  const post = await tx.one(insertEventPost, values);
  return post?.id ?? 0;
}

/** The values as they are shown: addresses that are none are left out, as in events. */
export function shownExtra<Extra extends EventExtra>(extra: Extra): Extra {
  const { eventLogo, homeUrl, infoUrl } = extra;
  return {
    ...extra,
    eventLogo: shownAddress(eventLogo),
    homeUrl: shownAddress(homeUrl),
    infoUrl: shownAddress(infoUrl),
  };
}

function extraOf({ id, event }: Participation): EventExtra {
  const { name, eventLogo, homeUrl, infoUrl } = event;
  return { eventName: name, eventLogo, homeUrl, infoUrl, participantId: id };
}
