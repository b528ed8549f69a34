import { globalId } from '../../../schema/global-id.ts';
import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { graphql, send } from './flood.ts';
import type { Statuses } from './flood.ts';

/** Strangers whom the new accounts of one address may reach in an hour (`src/domain/rules/budgets.ts`). */
const most = 300;

/** The keys of the accounts, which are made before the attack is measured: hashing their passwords is meant to take long. */
const keys: (string | undefined)[] = [];

/** Attacks on people: whoever makes many accounts turns to few strangers with them. */
export const strangers: Attack[] = [
  {
    name: 'ten new accounts that write to three thousand strangers',
    async prepare(stage, from) {
      for (let account = 0; account < 10; account++) {
        const names = { first_name: 'New', last_name: 'Comer', password: `a long pass of ${account}` };
        const { text } = await send(stage, from, {
          path: '/api/v1/account/register/',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...names, email: `new${account}@example.net` }),
        });
        keys.push(/"api_key": ?"([\w-]+)"/.exec(text)?.[1]);
      }
    },
    async run(stage, from) {
      const statuses: Statuses = {};
      let reached = 0;
      const write = async (key: string | undefined, account: number) => {
        for (let part = 0; part < 15; part++) {
          const first = 200 + account * 300 + part * 20;
          const recipientIds = Array.from({ length: 20 }, (_, i) => globalId('User', first + i));
          const mutation =
            'mutation ($input: StartConversationInput!) { startConversation(input: $input) { conversation { id } } }';
          const { text } = await send(
            stage,
            from,
            graphql(mutation, key, { input: { recipientIds, message: 'Buy this' } }),
          );
          const code = /"code":"(\w+)"/.exec(text)?.[1] ?? 'written';
          statuses[code] = (statuses[code] ?? 0) + 1;
          if (code === 'written') reached += recipientIds.length;
        }
      };
      await Promise.all(keys.map(write));
      if (reached > most) throw new Error(`${reached} strangers were written to`);
      return `${reached} strangers were written to: ${counted(statuses)}`;
    },
  },
];
