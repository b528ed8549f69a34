import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { inherited } from '../support/started-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
export const hasBrowser = existsSync(executablePath);
if (!hasBrowser) process.stderr.write(`No browser at ${executablePath}: the example page is not tried in one.\n`);

/** The lines of examples/README.md that begin with `npm run`, without their comments. */
export async function readmeLines(): Promise<string[]> {
  const readme = await readFile(`${root}examples/README.md`, 'utf8');
  return [...readme.matchAll(/^(npm run [^#\n]*?)(?: +#.*)?$/gm)].map(([, line = '']) => line);
}

/** A command that runs in a process group of its own. */
export interface Command {
  printed(): string;
  /** Resolves with what is in the first group of the pattern once it is printed; rejects when the command ends before. */
  prints(pattern: RegExp): Promise<string>;
  ended: Promise<number | null>;
  stop(): Promise<unknown>;
}

/** Milliseconds after which a wait fails and shows what was printed, before the time of the test is over. */
const patience = 60_000;

/** Runs a line in a shell, from the root of the repository. */
export function runLine(line: string, environment: Record<string, string>): Command {
  const env = { ...inherited, HOME: process.env['HOME'] ?? '', ...environment };
  const child = spawn('sh', ['-c', line], { cwd: root, detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {
    printed: () => printed,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(printed);
          if (found) resolve(found[1] ?? found[0]);
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        look();
        void ended.then((code) => reject(new Error(`${line} ended with ${code}: ${printed}`)));
        setTimeout(() => reject(new Error(`${line} has not printed ${pattern}: ${printed}`)), patience).unref();
      }),
    ended,
    stop: () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGTERM');
      } catch {
        // All of it has ended.
      }
      return ended;
    },
  };
}

/** Signs in to an account of the demo data, over REST. */
export async function demoPerson(url: string, name: string, password: string): Promise<Person> {
  const email = `${name}@example.com`;
  const answer = await nobody({ url }).post('/account/login/', { email, password });
  const { username, api_key } = answer.json<{ username: string; api_key: string }>();
  const authorization = `ApiKey ${username}:${api_key}`;
  type Me = { id: number; first_name: string; last_name: string };
  const me = (await new Client(url, authorization).get('/me/')).json<Me>();
  return { id: me.id, firstName: me.first_name, lastName: me.last_name, email, password, username, authorization, url };
}

/** Opens pages in a browser that reaches only this machine, and collects what goes wrong in them. */
export class TestBrowser {
  readonly complaints: string[] = [];
  /** The addresses that were requested, without the paths. */
  readonly origins = new Set<string>();
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<TestBrowser> {
    const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
    const args = ['--no-sandbox', '--disable-background-networking', '--disable-quic', offline];
    return new TestBrowser(await chromium.launch({ executablePath, args }));
  }

  async open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ timezoneId: 'America/Los_Angeles', ...options });
    context.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url())) this.origins.add(new URL(request.url()).origin);
    });
    const page = await context.newPage();
    page.setDefaultTimeout(50_000);
    page.on('websocket', (socket) => this.origins.add(new URL(socket.url()).origin));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // While the service is away, the browser itself says that requests and sockets fail.
      if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text()))
        this.complaints.push(message.text());
    });
    await page.goto(url);
    return page;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

/** Fills the form of the page in, and sends it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * What is wrong with the screen that a page shows: what axe finds in light and in dark, and a part that is wider than a small
 * phone.
 * @param foreign selectors of what others have made, which isn't looked at
 */
export async function faultsOf(page: Page, foreign: readonly string[] = []): Promise<string[]> {
  const faults: string[] = [];
  const size = page.viewportSize()!;
  if (!(await page.evaluate('"axe" in window')))
    await page.addScriptTag({ path: `${root}node_modules/axe-core/axe.min.js` });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<AxeResults>(`axe.run({ exclude: ${JSON.stringify(foreign)} })`);
    for (const { id, nodes } of violations)
      faults.push(
        `${colorScheme}: ${id}: ${nodes.map(({ failureSummary, html }) => `${html} ${failureSummary}`).join()}`,
      );
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const widthOf = () => page.evaluate<number>('document.documentElement.scrollWidth');
  let width = await widthOf();
  // Editors follow the size of the window a few frames later.
  for (let tries = 0; tries < 50 && width > 320; tries++) {
    await page.waitForTimeout(100);
    width = await widthOf();
  }
  if (width > 320) faults.push(`is ${width} pixels wide`);
  await page.setViewportSize(size);
  return faults;
}
