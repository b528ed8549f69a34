import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from '@jest/globals';

const tools = fileURLToPath(new URL('../../../tools/', import.meta.url));

/** A test of what the service has with this tool only; it is skipped where the tool is not there (`test/layout/without-tools.ts`). */
export const testOf = (tool: 'playground' | 'translate') => (existsSync(tools + tool) ? test : test.skip);
