/** When an upgrade of a library breaks the undocumented parts that the fast twins use, the plain ones start and answer. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { as, newPerson } from '../support/cast.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { printedValue, startProcess } from '../support/started-process.ts';

/** Without the undocumented modules, except for what libraries import of each other. What is loaded in the name of `pg` is for us. */
const upgraded = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      const isOurs = !/\\/node_modules\\/(?!pg\\/)/.test(context.parentURL ?? '');
      if (isOurs && /^(graphql\\/execution|pg-protocol\\/dist|pg\\/lib)\\//.test(specifier))
        throw new Error('no longer there: ' + specifier);
      return next(specifier, context);
    },
  });`;
const NODE_OPTIONS = `--import=data:text/javascript;base64,${Buffer.from(upgraded).toString('base64')}`;

describe('with libraries that have lost their undocumented parts', () => {
  const removing: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(removing.map((remove) => remove())));
  const start = async (EXECUTION: string, DRIVER: string) => {
    const database = await preparedDatabase('lasting');
    removing.push(database.remove);
    const { DATA_DIR = '', ...environment } = { ...database.environment, EXECUTION, DRIVER, NODE_OPTIONS };
    const started = startProcess(DATA_DIR, environment);
    removing.unshift(async () => started.kill('SIGKILL'));
    return started;
  };

  test('the plain twins answer', async () => {
    const started = await start('interpreted', 'plain');
    await started.prints('REST base');
    const ann = await newPerson({ url: printedValue(started.stdout(), 'REST base') }, 'Anna', 'Plain');
    const body = JSON.stringify({ query: '{ me { firstName } }' });
    const answer = await as(ann).sendTo('POST', '/graphql', { headers: { 'Content-Type': 'application/json' }, body });
    expect(answer.json()).toMatchObject({ data: { me: { firstName: 'Anna' } } });
    started.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });

  test.each([
    ['compiled', 'plain', 'graphql/execution/'],
    ['interpreted', 'fast', 'pg'],
  ])('EXECUTION=%s DRIVER=%s does not start', async (execution, driver, missing) => {
    const started = await start(execution, driver);
    expect(await started.ended).toBe(1);
    expect(started.stderr()).toContain(`no longer there: ${missing}`);
  });
});
