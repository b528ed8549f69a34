import { Args, Ctx, FieldResolver, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { deletePost } from '../../src/domain/feed/delete-post.ts';
import { editPost } from '../../src/domain/feed/edit-post.ts';
import { findPost } from '../../src/domain/feed/find-post.ts';
import { databaseIdOf } from '../global-id.ts';
import { feedPage } from './feed-page.ts';
import { FeedPageArgs } from './feed.input.ts';
import { FeedConnection, Post } from './post.type.ts';
import { fromRow, loadRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { byArguments } from '@runners/graphql';
import { price } from '../prices.ts';
import { longest } from '../lengths.ts';
import { input, mutation } from '../mutation.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
class FeedArgs extends inputFields(FeedPageArgs, {
  type: ['FeedType!', 'The type of feed.', 'friends'],
  userId: ['ID', 'The user whose profile or friends feed to read; you by default.'],
  fallback: [
    'Boolean!',
    'Whether an empty feed is replaced by the friends feed, then the local, then the featured one.',
    false,
  ],
}) {}

@ArgsType()
class PostArgs extends inputFields({ id: ['ID!', 'Id of the post.'] }) {}

@Resolver(() => Post)
export class FeedResolver implements Resolves<Post, RowOf<'Post'>> {
  @Query(() => Post, { nullable: true, description: 'One post. Null when it does not exist or you may not see it.' })
  @RootField({ scope: 'FEED_READ' })
  post(@Args() { id }: PostArgs, @Ctx() context: Context): Promise<Ref<'Post'> | null> {
    return findPost(context, databaseIdOf('Post', id));
  }

  @Query(() => FeedConnection, { nullable: true, description: 'The posts of a feed, newest first.' })
  // What is near grows with the routes of a place. Measured is an ordinary person.
  @RootField({
    scope: 'FEED_READ',
    cost: byArguments(['type', 'fallback'], ({ type, fallback }) =>
      type === 'local' || fallback === true ? price('localFeed', 100) : 1,
    ),
    listOf: ['userId', 'User', ({ type }: FeedArgs) => type === 'profile' || type === 'friends'],
  })
  feed(@Args() { type, userId, fallback, ...page }: FeedArgs, @Ctx() context: Context): Promise<FeedConnection> {
    const feed = { type, userId: userId != null ? databaseIdOf('User', userId, 'userId') : null, fallback };
    return feedPage(context, feed, page);
  }

  @FieldResolver(() => Boolean)
  viewerCanEdit(@Root() post: Ref<'Post'>, @Ctx() context: Context): boolean | Promise<boolean> {
    return isOwn(post, context);
  }

  @FieldResolver(() => Boolean)
  viewerCanDelete(@Root() post: Ref<'Post'>, @Ctx() context: Context): boolean | Promise<boolean> {
    return isOwn(post, context);
  }
}

function isOwn(post: Ref<'Post'>, context: Context): boolean | Promise<boolean> {
  return fromRow(context, 'Post', post, ['author'], ({ author }) => author.id === context.viewer?.id);
}

export const postMutations = [
  mutation('editPost', {
    about: 'Changes the text or the privacy of your own post. Its workout has the same, and follows.',
    // The privacy and the text of its workout follow.
    scope: ['FEED_WRITE', 'WORKOUTS_WRITE'],
    codes: ['NOT_FOUND'],
    input: input('Changes to a post. Fields that are left out keep their values.', {
      id: ['ID<Post>!', 'Id of the post.'],
      body: ['String', `Text, up to ${longest('text')}. Null empties it.`],
      privacy: ['Privacy', 'Who may see it and its workout. It cannot be null.'],
    }),
    payload: { post: ['Post!', 'The post after the change.'] },
    run: async (context, { id, ...changes }) => {
      await editPost(context, id, changes);
      return { post: { id } };
    },
  }),
  mutation('deletePost', {
    about: 'Deletes your own post. Its workout is kept.',
    scope: 'FEED_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The post to delete.', { id: ['ID<Post>!', 'Id of the post.'] }),
    payload: {
      deletedId: ['ID!', 'Id of the deleted post.'],
      workout: ['Workout', 'Its workout, which is kept and has no post now. Null for a post about an event.'],
    },
    run: async (context, { id }, sent) => {
      const workoutId = await deletePost(context, id);
      return {
        deletedId: sent.id,
        get workout() {
          return workoutId === null ? null : loadRow(context, 'Workout', workoutId);
        },
      };
    },
  }),
];
