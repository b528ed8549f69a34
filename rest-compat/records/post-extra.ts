import type { DocumentNode } from 'graphql';
import type { RecordDescription } from '../contract/description.ts';
import { graphql } from '../graphql.ts';
import { fieldsIn, text, url } from './column.ts';
import type { Column } from './column.ts';
import { writerOf } from './record.ts';
import type { FieldsOf, TypeName } from './record.ts';

type Columns<On extends TypeName> = Readonly<Record<string, Column<FieldsOf<On>>>>;

const registered = {
  event_logo: url('eventLogo'),
  event_name: text('eventName'),
  home_url: url('homeUrl'),
  info_url: url('infoUrl'),
  participant_page_url: url('participantPageUrl'),
} satisfies Columns<'RegisteredForEvent'>;
const optional = { optional: true } as const;
const sponsored = {
  ...registered,
  amount_per_mile: { ...text('amountPerMile'), field: { type: 'decimal', ...optional } },
  sponsor_name: text('sponsorName', optional),
} as const satisfies Columns<'EventParticipantGotSponsor'>;

/** The additional data of posts about charity events by their types (interface, Posts with extra information). */
const kinds = {
  RegisteredForEvent: { word: 'registered-for-event', columns: registered, write: writerOf(registered) },
  EventParticipantGotSponsor: {
    word: 'event-participant-got-sponsor',
    columns: sponsored,
    write: writerOf(sponsored),
  },
};

const selections = Object.entries(kinds).map(
  ([type, { columns }]) =>
    `... on ${type} { ${Object.values<Column>(columns)
      .flatMap(({ selects }) => selects)
      .join(' ')} }`,
);
const fragment = graphql(
  `fragment extraFields on PostExtra { __typename ${selections.join(' ')} }` as string,
) as unknown as DocumentNode;

interface Extra {
  __typename: keyof typeof kinds;
}

/** `post_type` and `extra`. Posts without additional data do not have these keys. */
export const furtherOfPosts: Column<'extra: PostExtra'> = {
  field: { type: { record: 'Event extra' } },
  selects: ['extra { ...extraFields }'],
  uses: [fragment],
  from: ['extra'],
  code: '(node.extra ? $(node.extra) : {})',
  call: (extra: Extra) => {
    const { word, write } = kinds[extra.__typename];
    return { post_type: word, extra: write(extra as never) };
  },
  further: {
    post_type: {
      field: { type: 'text', values: Object.values(kinds).map(({ word }) => word) },
      from: ['extra.__typename'],
    },
    extra: { field: { type: { record: 'Event extra' } }, from: ['extra'], record: { columns: sponsored } },
  },
};

/** The description of the record for the contract. */
export const extraRecord = {
  about:
    'The `extra` of a post about a charity event. The last two fields exist for `event-participant-got-sponsor` only.',
  fields: fieldsIn(sponsored),
} satisfies RecordDescription;
