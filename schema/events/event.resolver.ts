import {
  participantCountsLoader,
  participantsOfEventsLoader,
  participationsInLoader,
} from '../../src/domain/events/event.loaders.ts';
import { loadedPage } from '../../src/platform/database/newest-page.ts';
import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { createEvent } from '../../src/domain/events/create-event.ts';
import { editEvent } from '../../src/domain/events/edit-event.ts';
import { countEvents, findEvent, listEvents } from '../../src/domain/events/find-event.ts';
import { markFeatured } from '../../src/domain/people/mark-featured.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { CreateEventInput, EditEventInput, EventArgs, MarkFeaturedInput } from './event.input.ts';
import { EventPayload, MarkFeaturedPayload } from './event.payloads.ts';
import { Event, EventConnection } from './event.type.ts';
import { EventParticipant, EventParticipantConnection } from './participant.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';

@Resolver(() => Event)
export class EventResolver implements Resolves<Event, RowOf<'Event'>> {
  @Query(() => Event, { nullable: true, description: 'One charity event. Null when it does not exist.' })
  event(@Args() { id }: EventArgs, @Ctx() context: Context): Promise<Ref<'Event'> | null> {
    return findEvent(context, databaseIdOf('Event', id));
  }

  @Query(() => EventConnection, { description: 'Charity events, newest first.' })
  events(@Args() page: TwoWayPage, @Ctx() context: Context): Promise<EventConnection> {
    return newestFirst(
      page,
      (pageRequest) => listEvents(context, pageRequest),
      () => countEvents(context),
    );
  }

  @Mutation(() => EventPayload, { description: 'Creates a charity event. Staff only.' })
  async createEvent(
    @Arg('input', () => CreateEventInput) input: CreateEventInput,
    @Ctx() context: Context,
  ): Promise<EventPayload> {
    const { eventLogo, infoUrl, amountPerMile } = input;
    const whole = { eventLogo: eventLogo ?? '', infoUrl: infoUrl ?? '', amountPerMile: amountPerMile ?? 0 };
    return { event: await createEvent(context, { ...input, ...whole }) };
  }

  @Mutation(() => EventPayload, {
    description: 'Changes a charity event and, with it, the figures of its participants. Staff only.',
  })
  async editEvent(
    @Arg('input', () => EditEventInput) { id, ...changes }: EditEventInput,
    @Ctx() context: Context,
  ): Promise<EventPayload> {
    return { event: await editEvent(context, databaseIdOf('Event', id, 'id'), changes) };
  }

  @Mutation(() => MarkFeaturedPayload, {
    description: 'Marks a user for the featured feed, or removes the mark. Staff only.',
  })
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
      (asked) => context.loader(participantsOfEventsLoader).load({ of: event.id, ...loadedPage(asked) }),
      () => context.loader(participantCountsLoader).load(event.id),
    );
  }
}
