import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import type { RecordDescription } from '../contract/description.ts';

/** The additional data of posts about charity events (interface, Posts with extra information). */
export const extraFields = graphql(`
  fragment extraFields on PostExtra {
    __typename
    ... on RegisteredForEvent {
      eventLogo
      eventName
      homeUrl
      infoUrl
      participantPageUrl
    }
    ... on EventParticipantGotSponsor {
      eventLogo
      eventName
      homeUrl
      infoUrl
      participantPageUrl
      amountPerMile
      sponsorName
    }
  }
`);

type Extra = ResultOf<typeof extraFields>;

const postTypes: Record<Extra['__typename'], string> = {
  RegisteredForEvent: 'registered-for-event',
  EventParticipantGotSponsor: 'event-participant-got-sponsor',
};

/** `post_type` and `extra` of a post that has them. */
export function wireExtra(extra: Extra): WireMapping {
  const about = {
    event_logo: extra.eventLogo,
    event_name: extra.eventName,
    home_url: extra.homeUrl,
    info_url: extra.infoUrl,
    participant_page_url: extra.participantPageUrl,
  };
  const sponsor = extra.__typename === 'EventParticipantGotSponsor' ? extra : null;
  return {
    post_type: postTypes[extra.__typename],
    extra: sponsor ? { ...about, amount_per_mile: sponsor.amountPerMile, sponsor_name: sponsor.sponsorName } : about,
  };
}

/** The description of the record for the contract. */
export const extraRecord = {
  about:
    'The `extra` of a post about a charity event. The last two fields exist for `event-participant-got-sponsor` only.',
  fields: {
    event_logo: { type: 'URL' },
    event_name: { type: 'text' },
    home_url: { type: 'URL' },
    info_url: { type: 'URL' },
    participant_page_url: { type: 'URL' },
    amount_per_mile: { type: 'decimal', optional: true },
    sponsor_name: { type: 'text', optional: true },
  },
} as const satisfies RecordDescription;
