import type { Deviation } from './deviation.ts';
import type { DeviationName } from './deviations.ts';
import { slugOf } from './markdown.ts';

/** A link to the section of a deviation, on a page of `docs/contract/`. */
export function deviationLink(name: DeviationName): string {
  return `[${name[0]!.toLowerCase()}${name.slice(1)}](deviations.md#${slugOf(name)})`;
}

/** A deviation as a section of Markdown. */
export function deviationText(name: string, { says, does, why, app, decision, rows }: Deviation): string {
  const lines = [
    `- **The interface:** ${says}`,
    `- **The service:** ${does} ([${decision}](../decisions.md#${decision}))`,
    `- **The reason:** ${why}`,
    `- **What an app sees:** ${app}`,
    `- **Rows:** ${rows.map((row) => `\`${row}\``).join(', ')}`,
  ];
  return `## ${name}\n\n${lines.join('\n')}`;
}
