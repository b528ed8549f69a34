import { ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import type { Change } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { coordinatesOf } from '../../schema/execution/retired-elements.ts';
import { judge } from '../../src/retiring/judge.ts';
import type { LedgerEntry, UsageLedger } from '../../src/retiring/usage-ledger.ts';

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
 * that a row never allows a later change. With a ledger, changes of what clients use are judged by that instead.
 */
export async function unlistedChanges(before: Version, after: Version, ledger?: UsageLedger): Promise<string[]> {
  const old = buildSchema(before.schema);
  const changes = await diff(old, buildSchema(after.schema));
  const oldRows = new Set(listedOn(before.page));
  const listed = listedOn(after.page).filter((row) => !oldRows.has(row));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .flatMap((change) => {
      const { message, criticality } = change;
      const uses = ledger?.from == null ? null : usesOf(old, change);
      if (ledger && uses) {
        const { calls, clients } = judge(ledger, uses);
        const names = clients.slice(0, 5).map(({ client, last }) => `${client} (last call ${last.slice(0, 10)})`);
        return calls === 0 ? [] : [`${message}. By the ledger, ${calls} calls use it: ${names.join(', ')}.`];
      }
      if (listed.some((row) => matches(row, message))) return [];
      const { reason = 'Clients whose types say otherwise may fail.' } = criticality;
      return [`${message}. ${reason}`];
    });
}

/** Which entries of a ledger a breaking change concerns; null if a ledger cannot tell. */
function usesOf(old: GraphQLSchema, { type, path = '' }: Change): ((entry: LedgerEntry) => boolean) | null {
  const [owner = '', name, argument] = path.split('.');
  // A new or narrower argument or field of an input also concerns those who do not send it.
  const ofInput = ({ name: used }: LedgerEntry) => used.startsWith(`${owner}.`);
  const named = (coordinate: string) => {
    const coordinates = coordinatesOf(old, coordinate);
    return ({ name: used }: LedgerEntry) => coordinates.includes(used);
  };
  switch (type) {
    case ChangeType.FieldRemoved:
    case ChangeType.FieldTypeChanged:
    case ChangeType.EnumValueRemoved:
    case ChangeType.InputFieldRemoved:
    case ChangeType.FieldArgumentAdded:
    case ChangeType.FieldArgumentTypeChanged:
      return named(`${owner}.${name}`);
    case ChangeType.FieldArgumentRemoved:
      return named(`${owner}.${name}(${argument}:)`);
    case ChangeType.TypeRemoved:
    case ChangeType.InputFieldAdded:
    case ChangeType.InputFieldTypeChanged:
      return ofInput;
    default:
      return null;
  }
}
