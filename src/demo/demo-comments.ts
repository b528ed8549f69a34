import type { Context } from '../domain/context.ts';
import { addComment } from '../domain/feed/add-comment.ts';
import { demoFriends } from './demo-cast.ts';
import type { DemoRun } from './demo-runs.ts';
import { backdateComments } from './demo.queries.ts';
import { diceOf } from './demo-track.ts';

/** A demo run with its post. */
export interface PostedRun {
  run: DemoRun;
  postId: number;
  /** The time of the post in milliseconds. */
  postedMs: number;
}

/** A comment on a post. */
interface DemoComment {
  postId: number;
  /** The author. */
  name: string;
  text: string;
  writtenMs: number;
}

const remarks = [
  'Strong!',
  'I could see your breath from here.',
  'Which way round did you go?',
  'Save some of that for Sunday.',
  'That last kilometer though.',
  'Next time knock on my door.',
  'Envious. It rained here all day.',
  'How are the new shoes?',
  'You make it look easy.',
];
const answers = ['Thank you!', 'Come along next time.', 'Legs say hello.', 'You would have liked it.'];

/** The number of recent posts with comments. */
const talkedAbout = 40;
const minute = 60_000;

/** The comments of friends on the newest posts. The newest post of each runner who has friends always has some. */
export function demoComments(posted: readonly PostedRun[], now: Date): DemoComment[] {
  const dice = diceOf(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(dice() * items.length)]!;
  const met = new Set<string>();
  return posted
    .filter(({ run }) => run.privacy !== 'private')
    .toReversed()
    .flatMap(({ run, postId, postedMs }, i) => {
      const author = run.runner.name;
      const isNewest = !met.has(author);
      met.add(author);
      const friends = friendsOf(author);
      const times = Math.max(i < talkedAbout ? Math.floor(dice() * 3) : 0, isNewest ? 1 : 0);
      const names = friends.length === 0 ? [] : Array.from({ length: times }, () => pick(friends));
      const said = [...new Set(names)].map((name) => [name, pick(remarks)] as const);
      if (said.length > 0 && dice() < 0.4) said.push([author, pick(answers)]);
      let writtenMs = postedMs;
      return said.map(([name, text], k) => {
        writtenMs = Math.min(writtenMs + (1 + dice() * 20) * minute, now.getTime() - (said.length - k) * 1000);
        return { postId, name, text, writtenMs };
      });
    });
}

/** Demo data: comments on posts, created through the operation that apps use, each with its own date. */
export async function seedDemoComments(
  posted: readonly PostedRun[],
  contextOf: (name: string) => Context,
  now: Date,
): Promise<void> {
  const written: Array<[id: number, date: string]> = [];
  for (const { postId, name, text, writtenMs } of demoComments(posted, now))
    written.push([await addComment(contextOf(name), postId, text), new Date(writtenMs).toISOString()]);
  const dates = [written.map(([id]) => id), written.map(([, date]) => date)];
  await contextOf('demo').database.all(backdateComments, dates);
}

function friendsOf(name: string): string[] {
  return demoFriends.flatMap(([one, other]) => (one === name ? [other] : other === name ? [one] : []));
}
