import {
  participantCountsLoader,
  participantsOfEventsLoader,
  participationsInLoader,
} from '../../src/domain/events/event.loaders.ts';
import { Arg, Args, Ctx, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { createEvent } from '../../src/domain/events/create-event.ts';
import { editEvent } from '../../src/domain/events/edit-event.ts';
import { countEvents, findEvent, listEvents } from '../../src/domain/events/find-event.ts';
import { markFeatured } from '../../src/domain/people/mark-featured.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { CreateEventInput, EditEventInput, EventArgs, MarkFeaturedInput } from './event.input.ts';
import { Event, EventConnection } from './event.type.ts';
import { EventParticipant, EventParticipantConnection } from './participant.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of a mutation that creates or changes an event.' })
class EventPayload extends outputFields({ event: ['Event!', 'The event after the change.'] }) {}

@ObjectType({ description: 'Result of `markFeatured`.' })
class MarkFeaturedPayload extends outputFields({ user: ['User!', 'The user.'] }) {}

/** A new event with the values of what is left out. */
const whole = (input: CreateEventInput) => ({
  ...input,
  eventLogo: input.eventLogo ?? '',
  infoUrl: input.infoUrl ?? '',
  amountPerMile: input.amountPerMile ?? 0,
});

@Resolver(() => Event)
export class EventResolver implements Resolves<Event, RowOf<'Event'>> {
  @Query(() => Event, { nullable: true, description: 'One charity event. Null when it does not exist.' })
  @RootField({ scope: 'EVENTS_READ' })
  event(@Args() { id }: EventArgs, @Ctx() context: Context): Promise<Ref<'Event'> | null> {
    return findEvent(context, databaseIdOf('Event', id));
  }

  @Query(() => EventConnection, { nullable: true, description: 'Charity events, newest first.' })
  @RootField({ scope: 'EVENTS_READ' })
  events(@Args() page: TwoWayPage, @Ctx() context: Context): Promise<EventConnection> {
    return newestFirst(
      page,
      (pageRequest) => listEvents(context, pageRequest),
      () => countEvents(context),
    );
  }

  @Mutation(() => EventPayload, { nullable: true, description: 'Creates a charity event. Staff only.' })
  @RootField({
    scope: 'EVENTS_WRITE',
    codes: ['NOT_STAFF'],
  })
  async createEvent(
    @Arg('input', () => CreateEventInput) input: CreateEventInput,
    @Ctx() context: Context,
  ): Promise<EventPayload> {
    return { event: await createEvent(context, whole(input)) };
  }

  @Mutation(() => EventPayload, {
    nullable: true,
    description: 'Changes a charity event and, with it, the figures of its participants. Staff only.',
  })
  @RootField({ scope: 'EVENTS_WRITE', codes: ['NOT_STAFF', 'NOT_FOUND'] })
  async editEvent(
    @Arg('input', () => EditEventInput) { id, ...changes }: EditEventInput,
    @Ctx() context: Context,
  ): Promise<EventPayload> {
    return { event: await editEvent(context, databaseIdOf('Event', id, 'id'), changes) };
  }

  @Mutation(() => MarkFeaturedPayload, {
    nullable: true,
    description: 'Marks a user for the featured feed, or removes the mark. Staff only.',
  })
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_STAFF', 'NOT_FOUND'] })
  async markFeatured(
    @Arg('input', () => MarkFeaturedInput) { userId, featured }: MarkFeaturedInput,
    @Ctx() context: Context,
  ): Promise<MarkFeaturedPayload> {
    const id = databaseIdOf('User', userId, 'userId');
    await markFeatured(context, id, featured);
    return { user: { id } };
  }

  @FieldResolver(() => EventParticipant)
  viewerParticipation(@Root() event: { id: number }, @Ctx() context: Context): Promise<Ref<'EventParticipant'> | null> {
    return context.loader(participationsInLoader).load(event.id);
  }

  @FieldResolver(() => EventParticipantConnection, { description: 'The participants, newest first.' })
  participants(
    @Root() event: { id: number },
    @Args() page: TwoWayPage,
    @Ctx() context: Context,
  ): Promise<EventParticipantConnection> {
    return newestFirst(
      page,
      (asked) => context.loader(participantsOfEventsLoader).load({ of: event.id, ...asked }),
      () => context.loader(participantCountsLoader).load(event.id),
    );
  }
}
