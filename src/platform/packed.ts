import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const folder = new URL('../../packed/', import.meta.url);

/** The path of a file that `npm run build` has packed (`src/process/pack.ts`), such as `towns/cities.pbf`. */
export const packedPath = (path: string): string => fileURLToPath(new URL(path, folder));

/** What a packed module exports, or a packed JSON file has. */
export const packedModule = (path: string): unknown => require(packedPath(path)) as unknown;

/** The version of the package from which files were packed. */
export const packedVersion = (name: string): string =>
  (packedModule(`${name}/package.json`) as { version: string }).version;
