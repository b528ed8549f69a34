import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { FeedType, Privacy } from '../enums.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Workout } from '../workouts/workout.type.ts';
import { PostExtra } from './post-extra.type.ts';
import type { Ref, RowOf } from '../rows.ts';

@ObjectType({ implements: Node, description: 'A feed item.', simpleResolvers: true })
export class Post extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => User, { description: 'Who posted it.' })
  author!: Ref<'User'>;
  @Field(() => String, { description: 'Text; may be empty.' })
  body!: string;
  @Field(() => Privacy, { description: 'Who may see it: the privacy of its workout.' })
  privacy!: string;
  @Field(() => DateTime, { description: 'When it was posted.' })
  createdDate!: string;
  @Field(() => Int, { description: 'How many comments it has.' })
  commentCount!: number;
  @Field(() => [DatabaseId], { description: 'Integer ids of the users who like it, oldest like first.' })
  likers!: number[];
  @Field(() => Workout, { nullable: true, description: 'The workout it tells of.' })
  workout!: Ref<'Workout'> | null;
  @Field(() => PostExtra, { nullable: true, description: 'What it says besides, when it tells of no workout.' })
  extra!: RowOf<'Post'>['extra'];
}

@ObjectType({ description: 'A page of a feed, newest first.', simpleResolvers: true })
export class FeedConnection extends connectionType<RowOf<'Post'>>(() => Post, 'Feed', 'posts') {
  @Field(() => FeedType, { description: 'The feed actually read: another one than asked for when it fell back.' })
  feedType!: string;
  @Field(() => Boolean, { description: 'Whether the feed asked for was empty, and this is another one.' })
  isFallback!: boolean;
}
