import { globalId } from '../../schema/global-id.ts';
import { notFound, ok, row } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { listPart } from '../list-parts.ts';
import { listEnvelope, offsetPage } from '../paging.ts';
import { participantStatuses } from '../enum-values.ts';
import { event as eventRecord, participant as participantRecord } from '../records/events.ts';

/**
 * The collection of participations: of all users, of one user, or only hot ones. The interface lists it under three labels.
 */
const participants = row({
  document: graphql(
    `
      query EventParticipants($userId: ID, $hot: Boolean!, $first: Int!, $offset: Int!, $after: String) {
        eventParticipants(userId: $userId, hot: $hot, first: $first, offset: $offset, after: $after) {
          totalCount
          nodes {
            ...participantFields
          }
        }
      }
    `,
    [participantRecord.fragment],
  ),
  variables: ({ args }) => {
    const { limit, offset } = offsetPage(args);
    const userId = args.idOrNull('user_id');
    return {
      userId: userId == null ? null : globalId('User', userId),
      hot: args.wordOrNull('status', participantStatuses) ?? false,
      first: limit,
      offset,
    };
  },
  reply: ({ eventParticipants: { totalCount, nodes } }, request) =>
    ok(listEnvelope(request, offsetPage(request.args), totalCount, nodes.map(participantRecord.write))),
  parts: {
    read: ({ eventParticipants: { totalCount, nodes } }) =>
      listPart(nodes.map(participantRecord.write), nodes, totalCount),
    range: ({ args }) => offsetPage(args),
    whole: (request, total, objects) => listEnvelope(request, offsetPage(request.args), total, objects),
  },
});

export const events = {
  'GET /event-instance/{event_id}': row({
    document: graphql(
      `
        query OneEvent($id: ID!) {
          event(id: $id) {
            ...eventFields
          }
        }
      `,
      [eventRecord.fragment],
    ),
    variables: ({ path }) => ({ id: globalId('Event', path['event_id'] ?? 0) }),
    reply: ({ event }) => (event ? ok(eventRecord.write(event)) : notFound()),
  }),

  'GET /event-participant/': participants,
  'GET /event-participant/?user_id={user_id}': participants,
  'GET /event-participant/?user_id={user_id}&status=hot': participants,

  'GET /event-participant/[participant_id]/': row({
    document: graphql(
      `
        query OneEventParticipant($id: ID!) {
          eventParticipant(id: $id) {
            ...participantFields
          }
        }
      `,
      [participantRecord.fragment],
    ),
    variables: ({ path }) => ({ id: globalId('EventParticipant', path['participant_id'] ?? 0) }),
    reply: ({ eventParticipant }) => (eventParticipant ? ok(participantRecord.write(eventParticipant)) : notFound()),
  }),
};
