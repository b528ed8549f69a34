/**
 * The entities declare which columns of a post, its workout, comments and pictures cause `postChanged`. The triggers
 * compare exactly these columns, and every visible column is either among them or exempt with a reason.
 */
import { expect, test } from '@jest/globals';
import { Comment, commentChanges } from '../../src/domain/feed/comment.entity.ts';
import { flatCommentsByIds } from '../../src/domain/feed/comment.queries.ts';
import { Post, postChanges } from '../../src/domain/feed/post.entity.ts';
import { flatPostById, flatPostsByIds } from '../../src/domain/feed/post.queries.ts';
import type { PostChange } from '../../src/domain/rules/post-changes.ts';
import { Picture, pictureChanges } from '../../src/domain/pictures/picture.entity.ts';
import { picturesByIds, picturesOfPosts } from '../../src/domain/pictures/picture.queries.ts';
import { Workout, workoutChanges } from '../../src/domain/workouts/workout.entity.ts';
import { workoutById, workoutsByIds } from '../../src/domain/workouts/workout.queries.ts';
import type { Statement } from '../../src/platform/database/statement.ts';
import { testService } from '../support/service.ts';

const service = await testService();

/** A part of posts, the trigger that tells its changes, and the statements that the faces read it with. */
interface Part {
  entity: new () => object;
  changes: Readonly<Record<string, PostChange>>;
  trigger: string;
  /** Under which alias each statement reads it. */
  reads: [statement: Statement<unknown>, alias: string][];
}

const parts: Part[] = [
  {
    entity: Post,
    changes: postChanges,
    trigger: 'live_post_changed',
    reads: [
      [flatPostById, 'p'],
      [flatPostsByIds, 'p'],
    ],
  },
  {
    entity: Workout,
    changes: workoutChanges,
    trigger: 'live_workout_changed',
    reads: [
      [flatPostById, 'w'],
      [workoutById, 'w'],
      [workoutsByIds, 'w'],
    ],
  },
  { entity: Comment, changes: commentChanges, trigger: 'live_comment_liked', reads: [[flatCommentsByIds, 'c']] },
  {
    entity: Picture,
    changes: pictureChanges,
    trigger: 'live_picture_moved',
    reads: [
      [picturesByIds, 'pic'],
      [picturesOfPosts, 'pic'],
    ],
  },
];

/** The columns of an entity whose changes mean this. */
function columnsThatAre({ entity, changes }: Part, meaning: (change: PostChange) => boolean): string[] {
  const { properties } = service.database.orm.getMetadata(entity);
  const columns = Object.entries(properties as Record<string, { fieldNames: string[] }>);
  return columns.flatMap(([name, { fieldNames }]) => (meaning(changes[name] as PostChange) ? fieldNames : [])).sort();
}

/** The columns that a select list names under an alias. */
function columnsRead(text: string, alias: string): string[] {
  const [list = ''] = text.split(/\sfrom\s/);
  return [...list.matchAll(new RegExp(String.raw`(?<![\w.])${alias}\.(\w+)`, 'g'))].map(([, column = '']) => column);
}

test.each(parts)('$trigger compares the columns of $entity.name that are published', async (part) => {
  const [found] = await service.sql('select prosrc from pg_proc where proname = ?', [part.trigger]);
  const text = String(found?.['prosrc']);
  const ofRow = (row: 'a' | 'b') =>
    [...text.matchAll(new RegExp(String.raw`\b${row}\.(\w+)`, 'g'))].map(([, column = '']) => column);
  const before = new Set(ofRow('b'));
  const compared = [...new Set(ofRow('a'))].filter((column) => before.has(column) && column !== 'id');
  expect(compared.sort()).toEqual(columnsThatAre(part, (change) => change === 'published'));
});

test.each(parts)('columns of $entity.name that an interface shows are published, or state a reason why not', (part) => {
  const hidden = columnsThatAre(part, (change) => change === 'hidden');
  for (const [{ text }, alias] of part.reads) {
    const read = columnsRead(text, alias);
    expect(read.length).toBeGreaterThan(2);
    expect(read.filter((column) => hidden.includes(column))).toEqual([]);
  }
});
