/**
 * Forms and XML elements without a `type` don't say whether a field is a list. Their readers return the two classes
 * here, and the caller, who knows the field, settles it with `asList` or `asLast` (decisions W5, W7).
 */

/**
 * A mapping read from a form, a query string or an XML element. It inherits nothing, so `__proto__` and `constructor`
 * are keys like others; and unlike `Object.create(null)` its instances are as fast as literals.
 */
export class UntypedMapping {
  [key: string]: unknown;
}
Object.setPrototypeOf(UntypedMapping.prototype, null);
Reflect.deleteProperty(UntypedMapping.prototype, 'constructor');

/** The values of a key or element that came more than once, in the order of the document. Two or more. */
export class Repeated extends Array<unknown> {
  /** Maps and filters give plain arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** Adds a value under a key: the first as it is, further ones make it `Repeated`. */
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
 * The value as a list, for a field that is one: a list as it is, a form's single value (or any string) as a list of
 * one, an XML mapping of untyped children (`<points><object>…</object></points>`) as the list of its children, in the
 * order of the document (children of different names are grouped by name), an empty string as the empty list.
 * Undefined for what can't be a list.
 */
export function asList(value: unknown): unknown[] | undefined {
  if (value instanceof Repeated) return Array.from(value);
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!(value instanceof UntypedMapping)) return undefined;
  return Object.values(value).flatMap((child) => (child instanceof Repeated ? Array.from(child) : [child]));
}

/** The value for a field that isn't a list: of repeated ones the last. A list someone sent as a list stays one. */
export function asLast(value: unknown): unknown {
  return value instanceof Repeated ? value.at(-1) : value;
}
