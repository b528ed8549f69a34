import type { EventExtra, SponsorExtra } from '../../../src/domain/events/announce.ts';
import type { RecordOf } from '../bundle/files.ts';

/** The further values of a post about an event as they are stored; null for other posts. */
export function eventExtra({ extra, post_type: type }: RecordOf<'posts'>): EventExtra | SponsorExtra | null {
  if (!extra || !type) return null;
  const { participant_page_url: page, amount_per_mile: amount } = extra;
  const [, inPage] = /(\d{1,15})\/?$/.exec(page) ?? [];
  const event = {
    eventName: extra.event_name,
    eventLogo: extra.event_logo,
    homeUrl: extra.home_url,
    infoUrl: extra.info_url,
    participantId: extra.participant ?? (inPage === undefined ? null : Number(inPage)),
  };
  if (type !== 'event-participant-got-sponsor') return event;
  return { ...event, amountPerMile: Number(amount ?? 0).toFixed(2), sponsorName: extra.sponsor_name ?? '' };
}
