import type { WireMapping } from '@runners/wire';
import type { Fields, RecordDescription } from '../contract/description.ts';
import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import { made } from './column.ts';

/** The additional data of posts about charity events (interface, Posts with extra information). */
const fragment = graphql(`
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

type Extra = ResultOf<typeof fragment>;

const postTypes: Record<Extra['__typename'], string> = {
  RegisteredForEvent: 'registered-for-event',
  EventParticipantGotSponsor: 'event-participant-got-sponsor',
};

function wireExtra(extra: Extra): WireMapping {
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

/** `post_type` and `extra`. Posts without additional data do not have these keys. */
export const furtherOfPosts = made(
  graphql(
    `
      fragment further on Post {
        extra {
          ...extraFields
        }
      }
    `,
    [fragment],
  ),
  'text',
  ({ extra }) => (extra ? wireExtra(extra) : {}),
);

/** The description of the two fields. */
export const furtherFields = {
  post_type: { type: 'text', values: Object.values(postTypes) },
  extra: { type: { record: 'Event extra' } },
} as const satisfies Fields;

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
