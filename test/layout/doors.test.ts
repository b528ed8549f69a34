/** Packages are entered by their names, and import neither each other nor the service, which imports no tool. */
import { expect, test } from '@jest/globals';
import { doorFaultsOf } from './doors.ts';

const manifest = {
  dependencies: { saxes: '1.0.0' },
  devDependencies: { 'fast-check': '1.0.0', '@runners/testing': '1.0.0' },
};

test.each<[file: string, path: string]>([
  ['src/domain/workouts/workout.ts', '@runners/recordings'],
  ['src/domain/workouts/workout.ts', 'saxes'],
  ['test/workouts/sensors.test.ts', '@runners/recordings/samples'],
  ['test/workouts/sensors.test.ts', '@runners/testing'],
  ['packages/recordings/gpx/read.ts', '../track/track.ts'],
  ['packages/recordings/gpx/read.ts', 'saxes'],
  ['packages/recordings/gpx/read.ts', 'node:buffer'],
  ['packages/recordings/test/gpx-read.test.ts', '@runners/testing'],
  ['packages/recordings/test/gpx-read.test.ts', 'fast-check'],
  ['tools/trials/bench/uploads.ts', '../../../src/errors.ts'],
])('the import in %s of %s is accepted', (file, path) => {
  expect(doorFaultsOf(file, `import { a } from '${path}';\n`, manifest)).toEqual([]);
});

test.each<[file: string, path: string, fault: RegExp]>([
  ['src/domain/workouts/workout.ts', '@runners/recordings/samples', /tests alone/],
  ['src/domain/workouts/workout.ts', '@runners/testing', /tests alone/],
  ['src/domain/workouts/workout.ts', '../../../packages/recordings/gpx/read.ts', /by its name/],
  ['src/domain/workouts/workout.ts', '../../../tools/prove/index.ts', /no tool/],
  ['test/workouts/sensors.test.ts', '../../packages/recordings/gpx/read.ts', /by its name/],
  ['packages/recordings/gpx/read.ts', '../../../src/errors.ts', /outside of its folder/],
  ['packages/recordings/gpx/read.ts', '../../wire/index.ts', /by its name/],
  ['packages/recordings/gpx/read.ts', '@runners/wire', /each other/],
  ['packages/recordings/gpx/read.ts', '@runners/testing', /tests alone/],
  ['packages/recordings/gpx/read.ts', 'fast-check', /does not name it/],
  ['packages/recordings/gpx/read.ts', 'luxon', /does not name it/],
])('the import in %s of %s is refused', (file, path, fault) => {
  for (const source of [`import type { a } from '${path}';\n`, `import '${path}';\n`, `await import('${path}');\n`])
    expect(doorFaultsOf(file, source, manifest)).toEqual([expect.stringMatching(fault)]);
});
