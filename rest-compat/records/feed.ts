import { aboutLikers } from '../../schema/feed/about-likers.ts';
import { embedded, ids, integer, self, text, timestamp, uriOf, url } from './column.ts';
import { author, user } from './people.ts';
import { furtherOfPosts } from './post-extra.ts';
import { record } from './record.ts';
import { postedWorkout } from './workouts.ts';

/** A feed item (interface, Post). */
export const post = record(
  { on: 'Post', about: 'An item of a feed.', further: furtherOfPosts },
  {
    ...self('post'),
    author: embedded('author', author),
    body: text('body', { about: 'May be empty.' }),
    comment_count: integer('commentCount'),
    created_date: timestamp('createdDate'),
    likers: ids('likers', { about: aboutLikers }),
    workout: embedded('workout', postedWorkout, { nullable: true, about: 'Null on posts about charity events.' }),
  },
);

/** A comment (interface, Comment). */
export const comment = record(
  { on: 'Comment', about: 'A comment on a post.' },
  {
    ...self('comment'),
    comment: text('comment'),
    post: uriOf('post'),
    user: embedded('user', user, { about: 'The author.' }),
    submit_date: timestamp('submitDate'),
    likers: ids('likers', { about: aboutLikers }),
  },
);

/** A picture in its four sizes (interface, Picture). */
export const picture = record(
  {
    on: 'Picture',
    about: 'A picture of a post, in four sizes. The URLs are signed, need no key, and are valid for one to two days.',
    first: 'post',
  },
  {
    ...self('picture'),
    post: uriOf('post'),
    created_date: timestamp('createdDate'),
    thumbnail: url('thumbnailUrl', { about: 'About 140 × 110 pixels.' }),
    feed: url('feedUrl', { about: 'About 400 pixels wide.' }),
    detail: url('detailUrl', { about: 'About 900 pixels wide.' }),
    original: url('originalUrl', {
      about: 'The bytes as uploaded for the owner, and the same pixels without metadata for others.',
    }),
  },
);
