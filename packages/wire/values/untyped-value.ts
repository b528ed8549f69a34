/**
 * Forms and XML elements without a `type` do not specify whether a field is a list. Their readers return the two
 * classes of this file, and the caller, who knows the field, converts them with `asList` or `asLast` (decisions W5,
 * W7).
 */

/**
 * A mapping that was read from a form, a query string or an XML element. It inherits nothing, so that `__proto__` and
 * `constructor` are ordinary keys. Unlike those of `Object.create(null)`, its instances are as fast as literals.
 */
export class UntypedMapping {
  [key: string]: unknown;
}
Object.setPrototypeOf(UntypedMapping.prototype, null);
Reflect.deleteProperty(UntypedMapping.prototype, 'constructor');

/** Two or more values of a key or element that occurred more than once, in the order of the document. */
export class Repeated extends Array<unknown> {
  /** Methods such as map and filter return plain arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** Adds a value under a key. The first value is stored as it is, and further ones make it `Repeated`. */
export function addValue(mapping: UntypedMapping, key: string, value: unknown): void {
  if (!(key in mapping)) {
    mapping[key] = value;
    return;
  }
  const present = mapping[key];
  if (present instanceof Repeated) {
    present.push(value);
  } else {
    mapping[key] = Repeated.of(present, value);
  }
}

/**
 * Converts a value to a list, for a field that is a list. A list remains as it is; a single value of a form (or any
 * string) becomes a list of one; an XML mapping of untyped children (`<points><object>…</object></points>`) becomes the
 * list of its children, in the order of the document (children with different names are grouped by name); and an empty
 * string, or one of white space, becomes the empty list. Undefined for values that cannot be a list.
 */
export function asList(value: unknown): unknown[] | undefined {
  if (value instanceof Repeated) return Array.from(value);
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (!(value instanceof UntypedMapping)) return undefined;
  return Object.values(value).flatMap((child) => (child instanceof Repeated ? Array.from(child) : [child]));
}

/**
 * Converts a value for a field that is not a list. Of repeated values, the last one is used. A value that was sent as a
 * list remains a list.
 */
export function asLast(value: unknown): unknown {
  return value instanceof Repeated ? value.at(-1) : value;
}
