import { buildSchema } from 'graphql';
import { fromKit } from '../../src/process/installed.ts';
import { placesOf } from './places.ts';
import { rules } from './rules.ts';

/** A sentence about a line of the schema. */
export interface Fault {
  line: number;
  fault: string;
}

/** What is wrong with a schema; one sentence each, with the line. */
export async function lintSchema(text: string): Promise<string[]> {
  const { eslintFaults } = await fromKit<{ eslintFaults(text: string): Promise<Fault[]> }>('lint-schema.ts');
  const faults = [...(await eslintFaults(text)), ...ownFaults(text)];
  return faults.sort((a, b) => a.line - b.line).map(({ line, fault }) => `schema/schema.graphql:${line}: ${fault}`);
}

/** What the project's own rules find. */
export function ownFaults(text: string): Fault[] {
  const schema = buildSchema(text);
  return placesOf(schema).flatMap((place) =>
    Object.entries(rules).flatMap(([name, rule]) => {
      const fault = rule(place, schema);
      return fault === null ? [] : [{ line: place.line, fault: `${place.at} ${fault} (${name})` }];
    }),
  );
}
