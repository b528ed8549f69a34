/** Tools import the modules of the service that are listed, and the service imports no tool. */
import { expect, test } from '@jest/globals';
import { listFaultsOf, toolFaultsOf } from './tool-doors.ts';

const doors = {
  service: { 'src/errors.ts': 'The names of failures.' },
  tools: { 'prove → translate': 'Calls are translated.' },
};
const none: RegExp[] = [];
const prove = '../../tools/prove/a.ts';

test.each<[what: string, file: string, line: string, faults: RegExp[]]>([
  ['of a listed module', 'tools/prove/a.ts', "import { a } from '../../src/errors.ts';", none],
  ['of its own', 'tools/prove/replay/a.ts', "import { a } from '../keys.ts';", none],
  ['of a package', 'tools/prove/a.ts', "import { a } from '@runners/wire';", none],
  ['of a listed tool', 'tools/prove/a.ts', "import { a } from '../translate/a.ts';", none],
  [
    'of a module behind the doors',
    'tools/prove/a.ts',
    "import { a } from '../../src/server/server.ts';",
    [/list src\/server/],
  ],
  [
    'that is loaded later',
    'tools/prove/a.ts',
    "await import('../../src/server/server.js');",
    [/list src\/server\/server\.ts in/],
  ],
  [
    'of a tool that is not listed',
    'tools/translate/a.ts',
    "import a from '../prove/a.ts';",
    [/list translate → prove/],
  ],
  ['of the tests', 'tools/prove/a.ts', "import a from '../../test/support/cast.ts';", [/nothing of the tests/]],
  ['of a tool, by the service', 'src/web/a.ts', `import a from '${prove}';`, [/imports no tool/]],
  ['of a tool, by a resolver', 'schema/feed/a.ts', `await import('${prove}');`, [/imports no tool/]],
  ['of a command', 'src/process/runner-commands.ts', "module: '../../tools/prove/prove.js'", none],
])('an import %s', (_what, file, line, faults) => {
  expect(toolFaultsOf(file, `${line}\n`, doors, () => {})).toEqual(faults.map((fault) => expect.stringMatching(fault)));
});

test('a door that nobody uses, and one without a reason, are told', () => {
  expect(listFaultsOf(doors, new Set(['src/errors.ts', 'prove → translate']))).toEqual([]);
  expect(listFaultsOf(doors, new Set(['src/errors.ts']))).toEqual(['lists prove → translate, which no tool uses']);
  const without = { service: { 'src/errors.ts': '' }, tools: {} };
  expect(listFaultsOf(without, new Set(['src/errors.ts']))).toEqual(['lists src/errors.ts without a reason']);
});
