import {
  eventParticipantsLoader,
  promisesLoader,
  sponsorCountsLoader,
  sponsorsLoader,
  waitingSponsorCountsLoader,
  waitingSponsorsLoader,
} from '../../src/domain/events/event.loaders.ts';
import { Args, Ctx, FieldResolver, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { acceptSponsor } from '../../src/domain/events/accept-sponsor.ts';
import { findParticipant } from '../../src/domain/events/find-participant.ts';
import { joinEvent } from '../../src/domain/events/join-event.ts';
import { leaveEvent } from '../../src/domain/events/leave-event.ts';
import { participantUrl } from '../../src/domain/events/participant-url.ts';
import { removeSponsor } from '../../src/domain/events/remove-sponsor.ts';
import { sponsorParticipant } from '../../src/domain/events/sponsor-participant.ts';
import { updateParticipation } from '../../src/domain/events/update-participation.ts';
import { databaseIdOf } from '../global-id.ts';
import { oldestFirst } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { EventParticipant, EventParticipantConnection } from './participant.type.ts';
import { participationsPage } from './participations-page.ts';
import { EventSponsor, EventSponsorConnection } from './sponsor.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { inputFields } from '../fields.ts';
import { longest, editRule, currency } from '../lengths.ts';
import { input, mutation, payloadOf } from '../mutation.ts';

@ArgsType()
class EventParticipantArgs extends inputFields({ id: ['ID!', 'Id of the participant.'] }) {}

@ArgsType()
class EventParticipantsArgs extends inputFields(TwoWayPage, {
  userId: ['ID', 'Only participations of this user; those of all users by default.'],
  hot: ['Boolean!', 'Only participations that are hot: active, not yet started, or ended less than a week ago.', false],
}) {}

@Resolver(() => EventParticipant)
export class EventParticipantResolver implements Resolves<EventParticipant, RowOf<'EventParticipant'>> {
  @Query(() => EventParticipant, {
    nullable: true,
    description: 'One participation. Null when it does not exist or you may not see it.',
  })
  @RootField({ scope: 'EVENTS_READ' })
  eventParticipant(
    @Args() { id }: EventParticipantArgs,
    @Ctx() context: Context,
  ): Promise<Ref<'EventParticipant'> | null> {
    return findParticipant(context, databaseIdOf('EventParticipant', id));
  }

  @Query(() => EventParticipantConnection, {
    nullable: true,
    description: 'Participations in charity events, newest first.',
  })
  @RootField({ scope: 'EVENTS_READ', listOf: ['userId', 'User'] })
  eventParticipants(
    @Args() { userId, hot, ...page }: EventParticipantsArgs,
    @Ctx() context: Context,
  ): Promise<EventParticipantConnection> {
    const request = { userId: userId != null ? databaseIdOf('User', userId, 'userId') : null, hot };
    return participationsPage(context, request, page);
  }

  @FieldResolver(() => String)
  participantUrl(@Root() participant: { id: number }, @Ctx() context: Context): string {
    return participantUrl(context, participant.id);
  }

  @FieldResolver(() => EventSponsorConnection, {
    description: 'The sponsors whose promises were accepted, oldest promise first.',
  })
  sponsors(
    @Root() participant: { id: number },
    @Args() page: TwoWayPage,
    @Ctx() context: Context,
  ): Promise<EventSponsorConnection> {
    const { id } = participant;
    return oldestFirst(
      page,
      (slice) => context.loader(sponsorsLoader).load({ of: id, ...slice }),
      () => context.loader(sponsorCountsLoader).load(id),
    );
  }

  @FieldResolver(() => EventSponsorConnection, {
    nullable: true,
    description: 'Promises that wait for your acceptance, oldest first. Null for the participations of other users.',
  })
  async waitingSponsors(
    @Root() participant: { id: number },
    @Args() page: TwoWayPage,
    @Ctx() context: Context,
  ): Promise<EventSponsorConnection | null> {
    const { id } = participant;
    const user = (await context.loader(eventParticipantsLoader).load(id))?.user;
    if (user?.id !== context.viewer?.id) return null;
    return oldestFirst(
      page,
      (slice) => context.loader(waitingSponsorsLoader).load({ of: id, ...slice }),
      () => context.loader(waitingSponsorCountsLoader).load(id),
    );
  }

  @FieldResolver(() => EventSponsor, {
    nullable: true,
    description: 'Your own promise to this participant, accepted or not. Null when you have made none.',
  })
  viewerPromise(@Root() participant: { id: number }, @Ctx() context: Context): Promise<Ref<'EventSponsor'> | null> {
    return context.loader(promisesLoader).load(participant.id);
  }
}

const eventParticipantPayload = payloadOf(
  'EventParticipant',
  'Result of a mutation that creates or changes a participation.',
  {
    participant: ['EventParticipant!', 'The participation after the change.'],
  },
);

export const participationMutations = [
  mutation('joinEvent', {
    about:
      'Joins an event that is not over. Joining again changes nothing, and restores a participation that was ended.',
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The event to take part in.', {
      eventId: ['ID<Event>!', 'Id of the event.'],
      description: ['String', `What you want to say about it, up to ${longest('text')}.`],
      userGoalInMiles: ['Int', 'Your goal in miles.'],
    }),
    payload: eventParticipantPayload,
    run: async (context, { eventId, ...given }) => ({ participant: await joinEvent(context, eventId, given) }),
  }),
  mutation('leaveEvent', {
    about: 'Leaves an event. The participation remains as inactive, with its miles; its public web page is removed.',
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input('The participation to end.', { id: ['ID<EventParticipant>!', 'Id of your participation.'] }),
    payload: eventParticipantPayload,
    run: async (context, { id }) => ({ participant: await leaveEvent(context, id) }),
  }),
  mutation('updateParticipation', {
    about: 'Sets the goal and the text of your participation.',
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input(`Changes to a participation. ${editRule}`, {
      id: ['ID<EventParticipant>!', 'Id of your participation.'],
      description: ['String', 'A text about your participation.'],
      userGoalInMiles: ['Int', 'Your goal in miles.'],
    }),
    payload: eventParticipantPayload,
    run: async (context, { id, ...changes }) => ({
      participant: await updateParticipation(context, id, changes),
    }),
  }),
  mutation('sponsorParticipant', {
    about:
      'Promises an amount for each mile of a participant. Each account can make one promise to a participant, which is shown and counted once the participant has accepted it. A second call changes the amount; a new name has to be accepted again.',
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND', 'BLOCKED', 'UNPROVEN'],
    input: input('A promise to pay for each mile of a participant.', {
      participantId: ['ID<EventParticipant>!', 'Id of the participant.'],
      amountPerMile: ['Float!', `Amount per mile, with two decimal places. ${currency}`],
      name: ['String', 'The name to show; your own name by default.'],
    }),
    payload: eventParticipantPayload,
    run: async (context, { participantId, ...given }) => ({
      participant: await sponsorParticipant(context, participantId, given),
    }),
  }),
  mutation('acceptSponsor', {
    about: 'Accepts a promise that was made to you. It is then shown and counted, and published in a post of yours.',
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input('The promise of a sponsor.', { id: ['ID<EventSponsor>!', 'Id of a promise that was made to you.'] }),
    payload: eventParticipantPayload,
    run: async (context, { id }) => ({ participant: await acceptSponsor(context, id) }),
  }),
  mutation('removeSponsor', {
    about: 'Removes a promise that you made or that was made to you, with the post about it.',
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The promise of a sponsor.', {
      id: ['ID<EventSponsor>!', 'Id of a promise that you made or that was made to you.'],
    }),
    payload: eventParticipantPayload,
    run: async (context, { id }) => ({ participant: await removeSponsor(context, id) }),
  }),
];
