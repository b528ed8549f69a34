import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { acceptSponsor } from '../../src/domain/events/accept-sponsor.ts';
import { findParticipant } from '../../src/domain/events/find-participant.ts';
import { joinEvent } from '../../src/domain/events/join-event.ts';
import { leaveEvent } from '../../src/domain/events/leave-event.ts';
import { countParticipants, listParticipants } from '../../src/domain/events/list-participants.ts';
import { participantUrl } from '../../src/domain/events/participant-url.ts';
import { removeSponsor } from '../../src/domain/events/remove-sponsor.ts';
import { sponsorParticipant } from '../../src/domain/events/sponsor-participant.ts';
import { updateParticipation } from '../../src/domain/events/update-participation.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst, oldestFirst } from '../pagination/orders.ts';
import { IdPage } from '../pagination/page.input.ts';
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
import { EventParticipantPayload } from './event.payloads.ts';
import { EventParticipant, EventParticipantConnection } from './participant.type.ts';
import { EventSponsor, EventSponsorConnection } from './sponsor.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';

const idOf = (id: string, argument = 'id') => databaseIdOf('EventParticipant', id, argument);

@Resolver(() => EventParticipant)
export class EventParticipantResolver
  implements Resolves<EventParticipant, RowOf<'EventParticipant'>>, Resolves<EventSponsor, RowOf<'EventSponsor'>>
{
  @Query(() => EventParticipant, {
    nullable: true,
    description: 'One participation; null when there is none that you may see.',
  })
  eventParticipant(
    @Args() { id }: EventParticipantArgs,
    @Ctx() context: Context,
  ): Promise<Ref<'EventParticipant'> | null> {
    return findParticipant(context, idOf(id, 'id'));
  }

  @Query(() => EventParticipantConnection, { description: 'Participations in charity events, newest first.' })
  eventParticipants(
    @Args() { userId, hot, ...page }: EventParticipantsArgs,
    @Ctx() context: Context,
  ): Promise<EventParticipantConnection> {
    const request = { userId: userId != null ? databaseIdOf('User', userId, 'userId') : null, hot };
    return newestFirst(
      page,
      (asked) => listParticipants(context, request, asked),
      () => countParticipants(context, request),
    );
  }

  @Mutation(() => EventParticipantPayload, {
    description: 'Takes part in an event that is not over; joining twice is joining once, who had left is back.',
  })
  async joinEvent(
    @Arg('input', () => JoinEventInput) { eventId, ...input }: JoinEventInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await joinEvent(context, databaseIdOf('Event', eventId, 'eventId'), input) };
  }

  @Mutation(() => EventParticipantPayload, {
    description: 'Takes part no more: the participation stays as inactive with its miles, its page is gone.',
  })
  async leaveEvent(
    @Arg('input', () => LeaveEventInput) { id }: LeaveEventInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await leaveEvent(context, idOf(id)) };
  }

  @Mutation(() => EventParticipantPayload, { description: "Sets goal and text of one's own participation." })
  async updateParticipation(
    @Arg('input', () => UpdateParticipationInput) { id, ...changes }: UpdateParticipationInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await updateParticipation(context, idOf(id), changes) };
  }

  @Mutation(() => EventParticipantPayload, {
    description:
      'Promises money for each mile of a participant: one promise an account, shown and counted once the participant has accepted it. Again, it changes the amount; a new name has to be accepted again.',
  })
  async sponsorParticipant(
    @Arg('input', () => SponsorParticipantInput) { participantId, ...input }: SponsorParticipantInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await sponsorParticipant(context, idOf(participantId, 'participantId'), input) };
  }

  @Mutation(() => EventParticipantPayload, {
    description: 'Accepts a promise to you: it is shown and counted from now on, and a post of yours tells of it.',
  })
  async acceptSponsor(
    @Arg('input', () => AcceptSponsorInput) { id }: AcceptSponsorInput,
    @Ctx() context: Context,
  ): Promise<EventParticipantPayload> {
    return { participant: await acceptSponsor(context, databaseIdOf('EventSponsor', id)) };
  }

  @Mutation(() => EventParticipantPayload, {
    description: 'Removes a promise that you made or that was made to you, and the post that tells of it.',
  })
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

  @FieldResolver(() => EventSponsorConnection, { description: 'Who pays for their miles, oldest promise first.' })
  sponsors(
    @Root() participant: { id: number },
    @Args() page: IdPage,
    @Ctx() context: Context,
  ): Promise<EventSponsorConnection> {
    const { id } = participant;
    return oldestFirst(
      page,
      (slice) => context.loaders.sponsors.load({ of: id, ...slice }),
      () => context.loaders.sponsorCounts.load(id),
    );
  }

  @FieldResolver(() => EventSponsorConnection, {
    nullable: true,
    description: 'Promises that wait for you to accept them, oldest first; null when it is not you who takes part.',
  })
  async waitingSponsors(
    @Root() participant: { id: number },
    @Args() page: IdPage,
    @Ctx() context: Context,
  ): Promise<EventSponsorConnection | null> {
    const { id } = participant;
    const user = (await context.loaders.eventParticipants.load(id))?.user;
    if (user?.id !== context.viewer?.id) return null;
    return oldestFirst(
      page,
      (slice) => context.loaders.waitingSponsors.load({ of: id, ...slice }),
      () => context.loaders.waitingSponsorCounts.load(id),
    );
  }

  @FieldResolver(() => EventSponsor, {
    nullable: true,
    description: 'Your own promise to this participant, accepted or not; null without one.',
  })
  viewerPromise(@Root() participant: { id: number }, @Ctx() context: Context): Promise<Ref<'EventSponsor'> | null> {
    return context.loaders.promises.load(participant.id);
  }
}
