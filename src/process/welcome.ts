import type { DemoAccount } from '../demo/demo-account.ts';
import { hasPlayground } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { feedCommand } from '../web/pages/front-page.ts';

/** The message at the start: the addresses of the service, how many migrations it has applied, and how to sign in to the demo data. */
export function welcome(
  url: string,
  config: Pick<Config, 'playground'>,
  demo: DemoAccount | null,
  migrations = 0,
): string {
  const playground = hasPlayground(config, demo);
  const lines = [
    '',
    'Runners is ready.',
    '',
    `  Start page   ${url}/`,
    `  ${playground ? 'Playground' : 'GraphQL   '}   ${url}/graphql`,
    `  REST base    ${url}/api/v1`,
  ];
  if (migrations > 0)
    lines.push(
      '',
      `  ${migrations} ${migrations === 1 ? 'migration was' : 'migrations were'} applied to the database.`,
    );
  if (demo)
    lines.push(
      '',
      `  Demo account${playground ? ' (the playground is signed in with it)' : ''}`,
      `    E-mail     ${demo.email}`,
      `    Password   ${demo.password}`,
      `    Username   ${demo.username}`,
      `    Key        ${demo.apiKey}`,
      '',
      '  Paste this to read its friends feed over REST:',
      '',
      feedCommand(url, demo),
    );
  return `${lines.join('\n')}\n\n`;
}
