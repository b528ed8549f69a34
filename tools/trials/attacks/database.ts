import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, graphql } from './flood.ts';

/** What happens to the database while somebody writes. */
export const database: Attack[] = [
  {
    name: 'all connections ended ten times under writes, then sixteen transactions at once',
    async run(stage, from) {
      const write = (n: number) => {
        const { key, globalId } = stage.accounts[20 + (n % 16)] ?? {};
        return graphql(
          `mutation { updateUser(input: { id: "${globalId}", firstName: "Run${n}" }) { user { id } } }`,
          key,
        );
      };
      for (let round = 0; round < 10; round++) {
        const writing = flood(stage, from, 100, 32, write);
        await stage.database.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        await writing;
      }
      const after = await flood(stage, from, 16, 16, write);
      if (after['200'] !== 16) throw new Error(`afterwards: ${counted(after)}`);
      return `afterwards: ${counted(after)}`;
    },
  },
];
