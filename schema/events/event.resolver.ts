import {
  participantCountsLoader,
  participantsOfEventsLoader,
  participationsInLoader,
} from '../../src/domain/events/event.loaders.ts';
import { Args, Ctx, FieldResolver, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { createEvent } from '../../src/domain/events/create-event.ts';
import { editEvent } from '../../src/domain/events/edit-event.ts';
import { countEvents, findEvent, listEvents } from '../../src/domain/events/find-event.ts';
import { markFeatured } from '../../src/domain/people/mark-featured.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { Event, EventConnection } from './event.type.ts';
import { EventParticipant, EventParticipantConnection } from './participant.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { inputFields } from '../fields.ts';
import { longest, editRule, currency } from '../lengths.ts';
import { input, mutation, payloadOf } from '../mutation.ts';

@ArgsType()
class EventArgs extends inputFields({ id: ['ID!', 'Id of the event.'] }) {}

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

const eventPayload = payloadOf('Event', 'Result of a mutation that creates or changes an event.', {
  event: ['Event!', 'The event after the change.'],
});

export const eventMutations = [
  mutation('createEvent', {
    about: 'Creates a charity event. Staff only.',
    scope: 'EVENTS_WRITE',
    codes: ['NOT_STAFF'],
    input: input('The charity event to create.', {
      name: ['String!', `Name, up to ${longest('title')}.`],
      eventLogo: ['String', 'URL of its logo, with http or https.'],
      homeUrl: ['String!', 'URL of its home page, with http or https.'],
      infoUrl: ['String', 'URL of a page with more information, with http or https.'],
      startDate: ['WallClock!', 'When it starts.'],
      endDate: ['WallClock!', 'When it ends. Midnight means the end of that day.'],
      amountPerMile: ['Float', `Amount that each participant raises per mile; 0 by default. ${currency}`],
    }),
    payload: eventPayload,
    run: async (context, { eventLogo, infoUrl, amountPerMile, ...given }) => {
      const optional = { eventLogo: eventLogo ?? '', infoUrl: infoUrl ?? '', amountPerMile: amountPerMile ?? 0 };
      return { event: await createEvent(context, { ...given, ...optional }) };
    },
  }),
  mutation('editEvent', {
    about: 'Changes a charity event and, with it, the figures of its participants. Staff only.',
    scope: 'EVENTS_WRITE',
    codes: ['NOT_STAFF', 'NOT_FOUND'],
    input: input(`Changes to a charity event. ${editRule}`, {
      id: ['ID<Event>!', 'Id of the event.'],
      name: ['String', 'Name. It cannot be empty.'],
      eventLogo: ['String', 'URL of its logo.'],
      homeUrl: ['String', 'URL of its home page. It cannot be empty.'],
      infoUrl: ['String', 'URL of a page with more information.'],
      startDate: ['WallClock', 'When it starts. It cannot be empty.'],
      endDate: ['WallClock', 'When it ends. It cannot be empty.'],
      amountPerMile: ['Float', `Amount that each participant raises per mile. ${currency} It cannot be empty.`],
    }),
    payload: eventPayload,
    run: async (context, { id, ...changes }) => ({ event: await editEvent(context, id, changes) }),
  }),
  mutation('markFeatured', {
    about: 'Marks a user for the featured feed, or removes the mark. Staff only.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_STAFF', 'NOT_FOUND'],
    input: input('The user to mark for the featured feed.', {
      userId: ['ID<User>!', 'Id of the user.'],
      featured: ['Boolean!', 'Whether the public posts of the user are in the featured feed.'],
    }),
    payload: { user: ['User!', 'The user.'] },
    run: async (context, { userId, featured }) => {
      await markFeatured(context, userId, featured);
      return { user: { id: userId } };
    },
  }),
];
