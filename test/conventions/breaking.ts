import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/** A schema and the page that lists its breaking changes, as they were or are. */
export interface Version {
  schema: string;
  page: string;
}

/** The rows of the page: messages of changes, in which `*` stands for any words, each with a date and a reason. */
function listedOn(page: string): string[] {
  const rows = page.matchAll(/^\| \d{4}-\d{2}-\d{2} \| (.+?) \| (?=\S).*\S \|$/gm);
  return [...rows].map(([, change = '']) => change.replaceAll('`', ''));
}

const matches = (pattern: string, message: string) =>
  new RegExp(`^${pattern.replaceAll(/[^\w\s*]/g, '\\$&').replaceAll('*', '.*')}$`).test(message);

/**
 * Changes that break clients and are not listed; each with what it does to them. Only rows that have been added since count, so
 * that a row never allows a later change (decisions D316).
 */
export async function unlistedChanges(before: Version, after: Version): Promise<string[]> {
  const changes = await diff(buildSchema(before.schema), buildSchema(after.schema));
  const old = new Set(listedOn(before.page));
  const listed = listedOn(after.page).filter((row) => !old.has(row));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .filter(({ message }) => !listed.some((row) => matches(row, message)))
    .map(
      ({ message, criticality: { reason = 'Clients whose types say otherwise may fail.' } }) => `${message}. ${reason}`,
    );
}
