/** The rooms of `src/domain` import downwards, and its context imports no module. */
import { expect, test } from '@jest/globals';
import { roomFaultsOf } from './rooms.ts';

test.each<[what: string, file: string, path: string, faults: RegExp[]]>([
  ['down', 'src/domain/live/who-hears.ts', '../feed/post.queries.ts', []],
  ['from its own room', 'src/domain/workouts/originals/sweep-originals.ts', '../workout.queries.ts', []],
  ['from another layer', 'src/domain/people/find-user.ts', '../../platform/text.ts', []],
  ['up, as an exception', 'src/domain/workouts/insert-workout.ts', '../feed/post.entity.ts', []],
  ['up', 'src/domain/rules/rates.ts', '../accounts/authenticate.ts', [/imports from accounts/]],
  ['a module into the context', 'src/domain/context.ts', './live/live.ts', [/imports from live/]],
  ['in a room that is not listed', 'src/domain/shoes/shoe.ts', '../context.ts', [/is in no room: list shoes/]],
])('an import %s', (_what, file, path, faults) => {
  expect(roomFaultsOf(file, `import { a } from '${path}';\n`)).toEqual(faults.map((it) => expect.stringMatching(it)));
});
