import type { Check } from '../checks.ts';
import { fileChecks } from './files.ts';
import { pageChecks } from './pages.ts';
import { sightChecks } from './sight.ts';
import { talkChecks } from './talks.ts';
import { writeChecks } from './writes.ts';

/** Checks of what is read after something was done: by whom, from page to page, and from file to file. */
export const effects: readonly Check[] = [...writeChecks, ...talkChecks, ...pageChecks, ...sightChecks, ...fileChecks];
