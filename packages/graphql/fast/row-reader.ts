import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isNonNullType,
  isScalarType,
  getNullableType,
} from 'graphql';
import type { GraphQLOutputType } from 'graphql';
import { isPromise } from '../execute/is-promise.ts';
import { propertyOf } from '../execute/returning.ts';
import { shortText } from '../execute/text-bytes.ts';
import { completed, countText, failed, fieldOf, settled, thrownAfter } from './compiled-fields.ts';
import type { CompiledField, Execution, Path, Row } from './compiled-fields.ts';

/** Reads all fields of a row. Returns a promise when one of them is a promise. */
type RowReader = (run: Execution, row: Row, path: Path) => Row | Promise<Row>;

/** What a generated function uses, by the names of its parameters. */
const used = { completed, countText, failed, fieldOf, isPromise, settled, thrownAfter };

/** JavaScript that is true if a value is of a kind. */
type IsWhole = (value: string) => string;

const isText: IsWhole = (value) => `typeof ${value} === 'string'`;

/** What the values of further scalars are that are written into the answer as they are, by their extension `copied`. */
const copied: Readonly<Record<string, IsWhole>> = {
  text: isText,
  integer: (value) => `Number.isSafeInteger(${value})`,
};

/** Those of the scalars that every schema has. */
const builtIn = new Map<GraphQLOutputType, IsWhole>([
  [GraphQLString, isText],
  [GraphQLID, isText],
  [GraphQLBoolean, (value) => `typeof ${value} === 'boolean'`],
  [GraphQLInt, (value) => `(${value} | 0) === ${value}`],
  [GraphQLFloat, (value) => `Number.isFinite(${value})`],
]);

/**
 * JavaScript that is true if `value` has this type already, so that it is written into the answer as it is. Undefined for types
 * whose values are converted.
 */
function isWhole(type: GraphQLOutputType): IsWhole | undefined {
  const kind = isScalarType(type) ? type.extensions['copied'] : undefined;
  return typeof kind === 'string' ? copied[kind] : builtIn.get(type);
}

/**
 * Makes a function that reads all fields of a row, which does the same as `fieldsTogether`. Its text is generated, with the names
 * of the fields in it, so that V8 knows the offsets of the properties in the row and in the answer: a field takes 5 ns instead of
 * 43 (docs/performance.md#generated-functions). The names come from a parsed document, and so are letters, digits and underscores;
 * `__proto__` is not among them (`compiled-operation.ts`).
 * @throws GraphQLError, as the function does, for a null in a non-null field
 */
export function rowReader(fields: readonly CompiledField[]): RowReader {
  // oxlint-disable-next-line typescript/no-implied-eval
  const make = new Function('fields', ...Object.keys(used), sourceOf(fields));
  return (make as (fields: readonly CompiledField[], ...rest: unknown[]) => RowReader)(fields, ...Object.values(used));
}

function sourceOf(fields: readonly CompiledField[]): string {
  const values = fields.map((_, n) => `v${n}`);
  return `
    const [${fields.map((_, n) => `f${n}`).join(', ')}] = fields;
    return (run, row, path) => {
      ${values.map((value) => `let ${value};`).join(' ')}
      let later = false;
      try {
        ${fields.map(reading).join('\n')}
      } catch (error) {
        if (later) return thrownAfter([${values.join(', ')}], error);
        throw error;
      }
      const found = { ${fields.map(({ key }, n) => `${key}: v${n}`).join(', ')} };
      return later ? settled(found) : found;
    };`;
}

/**
 * A field that is only copied from the row if it has its type. A property without a resolver is read once, because it may be a
 * getter that sends a statement. Everything else, and every error, is left to `completed` or `fieldOf`.
 */
function reading(field: CompiledField, n: number): string {
  const { definition, resolve, name } = field;
  const value = `v${n}`;
  const throughResolver = `${value} = fieldOf(run, f${n}, row, path); later ||= isPromise(${value});`;
  const whole = isWhole(getNullableType(definition.type))?.(value);
  const property = resolve ? propertyOf(resolve) : name;
  if (!whole || property === undefined) return throughResolver;
  const isLong = getNullableType(definition.type) === GraphQLString;
  const count = isLong ? ` else if (${value}.length > ${shortText}) countText(run, ${value});` : '';
  const orNull = isNonNullType(definition.type) ? '' : `if (${value} === null) {} else `;
  if (resolve) return `${value} = row.${property}; ${orNull}if (!(${whole})) { ${throughResolver} }${count}`;
  return `
    try { ${value} = row.${property}; } catch (error) { ${value} = failed(run, f${n}, error, path); }
    if (${value} === undefined) ${value} = null;
    ${orNull}if (!(${whole})) { ${value} = completed(run, f${n}, ${value}, path); later ||= isPromise(${value}); }${count}`;
}
