import {
  eventParticipantsLoader,
  promisesLoader,
  sponsorCountsLoader,
  sponsorsLoader,
  waitingSponsorCountsLoader,
  waitingSponsorsLoader,
} from '../../src/domain/events/event.loaders.ts';
import { Arg, Args, Ctx, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
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
import {
  AcceptSponsorInput,
  EventParticipantArgs,
  EventParticipantsArgs,
  JoinEventInput,
  LeaveEventInput,
  RemoveSponsorInput,
  SponsorParticipantInput,
  UpdateParticipationInput,
} from './event.input.ts';
import { EventParticipant, EventParticipantConnection } from './participant.type.ts';
import { participationsPage } from './participations-page.ts';
import { EventSponsor, EventSponsorConnection } from './sponsor.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of a mutation that creates or changes a participation.' })
class EventParticipantPayload extends outputFields({
  participant: ['EventParticipant!', 'The participation after the change.'],
}) {}

const idOf = (id: string, argument = 'id') => databaseIdOf('EventParticipant', id, argument);

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
    return findParticipant(context, idOf(id, 'id'));
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

  @Mutation(() => EventParticipantPayload, {
    nullable: true,
    description:
      'Joins an event that is not over. Joining again changes nothing, and restores a participation that was ended.',
  })
  @RootField({
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND'],
  })
  async joinEvent(
    @Arg('input', () => JoinEventInput) { eventId, ...input }: JoinEventInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await joinEvent(context, databaseIdOf('Event', eventId, 'eventId'), input) };
  }

  @Mutation(() => EventParticipantPayload, {
    nullable: true,
    description:
      'Leaves an event. The participation remains as inactive, with its miles; its public web page is removed.',
  })
  @RootField({ scope: 'EVENTS_WRITE', codes: ['NOT_FOUND', 'NOT_YOURS'] })
  async leaveEvent(
    @Arg('input', () => LeaveEventInput) { id }: LeaveEventInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await leaveEvent(context, idOf(id)) };
  }

  @Mutation(() => EventParticipantPayload, {
    nullable: true,
    description: 'Sets the goal and the text of your participation.',
  })
  @RootField({
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
  })
  async updateParticipation(
    @Arg('input', () => UpdateParticipationInput) { id, ...changes }: UpdateParticipationInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await updateParticipation(context, idOf(id), changes) };
  }

  @Mutation(() => EventParticipantPayload, {
    nullable: true,
    description:
      'Promises an amount for each mile of a participant. Each account can make one promise to a participant, which is shown and counted once the participant has accepted it. A second call changes the amount; a new name has to be accepted again.',
  })
  @RootField({
    scope: 'EVENTS_WRITE',
    codes: ['NOT_FOUND', 'BLOCKED', 'UNPROVEN'],
  })
  async sponsorParticipant(
    @Arg('input', () => SponsorParticipantInput) { participantId, ...input }: SponsorParticipantInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await sponsorParticipant(context, idOf(participantId, 'participantId'), input) };
  }

  @Mutation(() => EventParticipantPayload, {
    nullable: true,
    description:
      'Accepts a promise that was made to you. It is then shown and counted, and published in a post of yours.',
  })
  @RootField({ scope: 'EVENTS_WRITE', codes: ['NOT_FOUND', 'NOT_YOURS'] })
  async acceptSponsor(
    @Arg('input', () => AcceptSponsorInput) { id }: AcceptSponsorInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await acceptSponsor(context, databaseIdOf('EventSponsor', id)) };
  }

  @Mutation(() => EventParticipantPayload, {
    nullable: true,
    description: 'Removes a promise that you made or that was made to you, with the post about it.',
  })
  @RootField({ scope: 'EVENTS_WRITE', codes: ['NOT_FOUND'] })
  async removeSponsor(
    @Arg('input', () => RemoveSponsorInput) { id }: RemoveSponsorInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await removeSponsor(context, databaseIdOf('EventSponsor', id)) };
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
