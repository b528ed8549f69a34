import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../../CONTRIBUTING.md', import.meta.url), 'utf8');

/** A recipe as CONTRIBUTING.md describes it. */
export const sectionOf = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
