import { readFile } from 'node:fs/promises';
import { packedPath, packedVersion } from '../../src/platform/packed.ts';

/** The path of the page of documents, below the base. */
export const pagePath = '/docs';

/** The path of the script of the page. It contains the version, so that the script can be cached permanently. */
export const scriptPath = `${pagePath}/${packedVersion('scalar')}/scalar.js`;

/** The script of the page of documents: Scalar's own bundle, with everything that it needs. */
export const scalarScript = (): Promise<string> => readFile(packedPath('scalar/scalar.js'), 'utf8');
