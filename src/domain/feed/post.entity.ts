import { defineEntity, p } from '@mikro-orm/core';
import { declareLongTexts } from '../../platform/database/columns.ts';
import { textBytes } from '../../platform/text.ts';
import { madeBy } from '../../platform/database/made-by.ts';
import { User } from '../people/user.entity.ts';
import { publicRows, rowsForFriends } from '../rules/visibility.ts';
import type { Privacy } from '../rules/visibility.ts';
import { Workout } from '../workouts/workout.entity.ts';
import type { EventExtra, SponsorExtra } from '../events/announce.ts';
import type { PostChanges } from '../rules/post-changes.ts';
import type { PostType } from './post-types.ts';

const PostSchema = defineEntity({
  name: 'Post',
  tableName: 'post',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    author: () => p.manyToOne(User).deleteRule('cascade'),
    workout: () => p.oneToOne(Workout).owner().nullable().deleteRule('cascade'),
    body: p.text().default(''),
    /** The privacy of the workout, repeated here for the indexes of feeds. Both are always changed together. */
    privacy: p.string().$type<Privacy>().length(7),
    /** The privacy that it had when staff hid it, and gets back; null when it is not hidden. It is private until then. */
    hiddenPrivacy: p.string().$type<Privacy>().length(7).nullable(),
    createdDate: p.datetime(6).columnType('timestamptz(6)').defaultRaw('now()'),
    /** Comments that staff have not hidden. */
    commentCount: p.integer().default(0),
    /** The number of its rows in `post_like`. */
    likeCount: p.integer().default(0),
    /** Ids of the newest `mostLikers` of those who like it, oldest like first: a copy from `post_like`. */
    likers: p.array(Number).columnType('bigint[]').defaultRaw("'{}'"),
    /** Whether someone who is or was suspended commented on it or likes it: the three columns above are counted anew then. */
    withheld: p.boolean().default(false),
    /** `registered-for-event` or `event-participant-got-sponsor`; null for plain posts. */
    postType: p.string().$type<PostType>().length(40).nullable(),
    extra: p.json<EventExtra | SponsorExtra>().nullable(),
    /** The spot of the place of the author, for the local feed (`src/domain/rules/grid.ts`); null without a place. */
    spot: p.integer().nullable(),
    /** The cell of the spot. */
    cell: p.integer().nullable().generated('(spot / 100) stored'),
  },
  checks: [{ name: 'post_hidden', expression: "hidden_privacy is null or privacy = 'private'" }],
  indexes: [
    madeBy('create index post_withheld on post (id) where withheld'),
    madeBy('create index post_by_author on post (author_id, id desc)'),
    madeBy(`create index post_for_friends on post (author_id, id desc) where ${rowsForFriends()}`),
    madeBy(`create index post_public on post (author_id, id desc) where ${publicRows()}`),
    madeBy(`create index post_local on post (cell, id) where ${publicRows()} and cell is not null`),
    madeBy(`create index post_of_spot on post (spot, id) where ${publicRows()} and spot is not null`),
  ],
});

/** A post. */
export class Post extends PostSchema.class {}
PostSchema.setClass(Post);
declareLongTexts(Post, { body: textBytes });

/** What changes of its columns mean for subscriptions. */
export const postChanges: PostChanges<Post> = {
  id: 'fixed',
  author: 'fixed',
  workout: 'published',
  body: 'published',
  privacy: 'published',
  hiddenPrivacy: { because: 'it changes together with the privacy, which is published' },
  createdDate: 'fixed',
  commentCount: 'published',
  likeCount: 'published',
  likers: 'published',
  withheld: 'published',
  postType: 'published',
  extra: 'published',
  spot: 'hidden',
  cell: 'hidden',
};
