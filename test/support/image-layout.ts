import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folders that stand for the stages of the Dockerfile from which its last stage copies. */
export interface ImageStages {
  /** The folder of the stage `build`, in which `dist/` was built. */
  build: string;
  /** Copies the `node_modules` of the stage `dependencies` to a folder. */
  dependencies(to: string): Promise<void>;
}

/** The Dockerfile, as far as it decides what an image contains and how it starts. */
interface Dockerfile {
  /** The commands of `RUN npm …`. */
  npm: string[];
  /** The words of `CMD` and `HEALTHCHECK`. */
  words(instruction: 'CMD' | 'HEALTHCHECK'): string[];
  /** Lays out the last stage in a folder, as its COPY instructions say. */
  layOut(app: string, stages: ImageStages): Promise<void>;
}

/** The names at the top of the repository that .dockerignore keeps out of an image. */
export async function ignoredNames(): Promise<string[]> {
  return (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
}

/** Reads the Dockerfile. */
export async function readDockerfile(): Promise<Dockerfile> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const ignored = await ignoredNames();
  const last = text.slice(text.lastIndexOf('\nFROM '));
  return {
    npm: [...text.matchAll(/^RUN (npm .*)$/gm)].map(([, command]) => String(command)),
    words(instruction) {
      const found = new RegExp(`^${instruction}\\b[^[\\n]*(\\[.*\\])$`, 'm').exec(last)?.[1];
      if (!found) throw new Error(`the Dockerfile has no ${instruction}`);
      return JSON.parse(found) as string[];
    },
    async layOut(app, { build, dependencies }) {
      for (const [, stage, names = ''] of last.matchAll(/^COPY (?:--from=(\w+) )?(.+)$/gm)) {
        const words = names.split(/\s+/);
        const to = words.pop() ?? '';
        for (const from of words) {
          const target = join(app, to, to.endsWith('/') ? basename(from) : '');
          await mkdir(dirname(target), { recursive: true });
          if (stage === 'dependencies') await dependencies(target);
          else if (stage === 'build') await cp(join(build, from.replace(/^\/app\//, '')), target, { recursive: true });
          else if (ignored.includes(from.split('/')[0] ?? '')) throw new Error(`.dockerignore keeps ${from} out`);
          else await cp(join(root, from), target, { recursive: true });
        }
      }
    },
  };
}

/**
 * Copies the packages that `npm ci --omit=dev` installs, as hard links where that is possible, from those that are installed.
 */
export async function copyProductionPackages(to: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const all = Object.entries(lock.packages).filter(([path]) => path !== '');
  const kept = all.filter(([, { dev, devOptional }]) => !dev && !devOptional).map(([path]) => path);
  // Nested packages come with the package around them, or are removed with it.
  const top = kept.filter((path) => path.lastIndexOf('node_modules/') === 0);
  const names = top.map((path) => path.slice('node_modules/'.length));
  await mkdir(to, { recursive: true });
  const script = `cd "$1" && shift && for name do [ -d "$name" ] || continue; mkdir -p "$TO/$(dirname "$name")"; cp -rl "$name" "$TO/$name" 2>/dev/null || cp -r "$name" "$TO/$name"; done`;
  await run('sh', ['-c', script, 'copy', join(root, 'node_modules'), ...names], { env: { ...process.env, TO: to } });
}
