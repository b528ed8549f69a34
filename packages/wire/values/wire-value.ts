/**
 * The content of a reply before it is written as JSON, XML or YAML. Properties that are `undefined` are left out. NaN
 * and infinity are written as null in every format.
 */
export type WireValue = null | boolean | number | string | Float | readonly WireValue[] | WireMapping;

/** A mapping of wire values. XML and YAML are sorted by key, and JSON keeps the order. */
export interface WireMapping {
  readonly [key: string]: WireValue | undefined;
}

/**
 * A number whose field is a float, so that a whole number is written as `5.0` in formats that distinguish floats from
 * integers (XML, YAML; docs/contract/formats.md). JSON contains the plain number. A plain number with a fraction is a
 * float in any case.
 */
export class Float {
  constructor(readonly value: number) {}

  /** The plain number, for JSON.stringify. */
  toJSON(): number {
    return this.value;
  }
}

/** The value of a float field. Null remains null. */
export function float(value: number): Float;
export function float(value: number | null): Float | null;
export function float(value: number | null): Float | null {
  return value === null ? null : new Float(value);
}

/**
 * Whether a mapping is a resource, which is an object with its own address: it has a `resource_uri`, which is a text. In XML,
 * resources have no `type="hash"`, and are `<object>` at the root (docs/contract/formats.md).
 */
export function isResource(mapping: WireMapping): boolean {
  return typeof mapping['resource_uri'] === 'string';
}

/** Whether a wire value is a list. */
export function isWireList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value);
}
