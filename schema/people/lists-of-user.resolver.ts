import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { participationsPage } from '../events/participations-page.ts';
import { EventParticipantConnection } from '../events/participant.type.ts';
import { FeedPageArgs } from '../feed/feed.input.ts';
import { feedPage } from '../feed/feed-page.ts';
import { FeedConnection } from '../feed/post.type.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { RouteConnection } from '../routes/route.type.ts';
import { routesPage } from '../routes/routes-page.ts';
import { WorkoutPageArgs } from '../workouts/workout.input.ts';
import { WorkoutConnection } from '../workouts/workout.type.ts';
import { workoutsPage } from '../workouts/workouts-page.ts';
import { Cost, price } from '../prices.ts';
import type { Ref } from '../rows.ts';
import { User } from './user.type.ts';
import { Scope } from '../scope.ts';

const ofUser = price('listOfUser', 20);

/**
 * The lists of a user, as the root fields with the same user return them. Each takes a statement for each user, which its cost
 * counts.
 */
@Resolver(() => User)
export class ListsOfUserResolver {
  @FieldResolver(() => WorkoutConnection, {
    description: "The user's workouts that you may see; by default all of them, newest run first.",
  })
  @Cost(ofUser)
  @Scope('WORKOUTS_READ')
  workouts(
    @Root() { id }: Ref<'User'>,
    @Args() page: WorkoutPageArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<WorkoutConnection> {
    return workoutsPage(context, id, page, info);
  }

  @FieldResolver(() => FeedConnection, { description: "The user's posts that you may see, newest first." })
  @Cost(ofUser)
  @Scope('FEED_READ')
  posts(@Root() { id }: Ref<'User'>, @Args() page: FeedPageArgs, @Ctx() context: Context): Promise<FeedConnection> {
    return feedPage(context, { type: 'profile', userId: id, fallback: false }, page);
  }

  @FieldResolver(() => RouteConnection, {
    description: 'The routes that the user has created, as far as you may see them, newest first.',
  })
  @Cost(ofUser)
  @Scope('ROUTES_READ')
  routes(@Root() { id }: Ref<'User'>, @Args() page: TwoWayPage, @Ctx() context: Context): Promise<RouteConnection> {
    return routesPage(context, id, page);
  }

  @FieldResolver(() => EventParticipantConnection, {
    description: 'The participations of the user in charity events, newest first.',
  })
  @Cost(ofUser)
  @Scope('EVENTS_READ')
  participations(
    @Root() { id }: Ref<'User'>,
    @Args() page: TwoWayPage,
    @Ctx() context: Context,
  ): Promise<EventParticipantConnection> {
    return participationsPage(context, { userId: id, hot: false }, page);
  }
}
