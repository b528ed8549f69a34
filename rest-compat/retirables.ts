import type { GraphQLSchema } from 'graphql';
import { coordinatesOf, elementAt } from '../schema/execution/retired-elements.ts';
import { isRowName } from '../src/retiring/plan.ts';
import type { Retirables } from '../src/retiring/read-plan.ts';
import { rowNameOf } from './row-names.ts';

/** What can be switched off: rows, values of their parameters, and elements of the schema that a document can do without. */
export function retirablesOf(schema: GraphQLSchema): Retirables {
  return {
    nameOf(name) {
      if (isRowName(name)) return rowNameOf(name);
      const found = elementAt(schema, name);
      if (!found) throw new Error(`The schema has no ${name}.`);
      if (found.isRequired) throw new Error(`${name} is required, so that no document can do without it.`);
      // A document may use it by the interface, of which nobody knows before it is executed which objects it has.
      const [, promise] = coordinatesOf(schema, name);
      if (promise) throw new Error(`${name} is promised by ${promise}: switch that off, which switches off both.`);
      return name;
    },
  };
}
