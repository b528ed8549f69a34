import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { FeedType, Privacy } from '../enums.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Workout } from '../workouts/workout.type.ts';
import { aboutLikeCount, Likeable } from './likeable.type.ts';
import { PostExtra } from './post-extra.type.ts';
import type { Ref, RowOf } from '../rows.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: [Node, Likeable], description: 'A post in a feed.', simpleResolvers: true })
@Scope('FEED_READ')
export class Post extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => User, { description: 'The author.' })
  author!: Ref<'User'>;
  @Field(() => String, { description: 'Text; may be empty.' })
  body!: string;
  @Field(() => Privacy, { description: 'Who may see it, which is the privacy of its workout.' })
  privacy!: string;
  @Field(() => DateTime, { description: 'When it was posted.' })
  createdDate!: string;
  @Field(() => Int, { description: 'The number of comments.' })
  commentCount!: number;
  @Field(() => Int, { description: aboutLikeCount })
  likeCount!: number;
  @Field(() => Workout, { nullable: true, description: 'The workout that it is about. Null when it is about none.' })
  workout!: Ref<'Workout'> | null;
  @Field(() => PostExtra, {
    nullable: true,
    description: 'The additional data of a post about an event. Null of any other.',
  })
  extra!: RowOf<'Post'>['extra'];
  @Field(() => Boolean, { description: 'Whether staff have hidden it. Then only its author sees it.' })
  isHidden!: boolean;
  @Field(() => Boolean, { description: 'Whether you may edit it: it is yours.' })
  viewerCanEdit!: boolean;
  @Field(() => Boolean, { description: 'Whether you may delete it: it is yours.' })
  viewerCanDelete!: boolean;
}

@ObjectType({
  description:
    'A page of a feed, newest first. It has no total number, because counting a feed would take longer than reading it.',
  simpleResolvers: true,
})
export class FeedConnection extends connectionType<RowOf<'Post'>>(() => Post, 'Feed', 'posts') {
  @Field(() => FeedType, {
    description: 'The feed that was read, which differs from the requested one after a fallback.',
  })
  feedType!: string;
  @Field(() => Boolean, { description: 'Whether the requested feed was empty and another one was read.' })
  isFallback!: boolean;
}
