/**
 * What a reply is made of before it is written as JSON, XML or YAML. Properties that are `undefined` are left out.
 * Numbers that are NaN or infinite are written as null in every format.
 */
export type WireValue = null | boolean | number | string | Float | readonly WireValue[] | WireMapping;

/** A mapping of wire values, in any order: XML and YAML sort by key, JSON keeps the order. */
export interface WireMapping {
  readonly [key: string]: WireValue | undefined;
}

/**
 * A number whose field is a float, so that a whole one is written `5.0` where the format tells floats from integers
 * (XML, YAML; docs/contract/formats.md). JSON writes the plain number. A plain number with a fraction is a float anyway.
 */
export class Float {
  constructor(readonly value: number) {}

  /** The plain number, for JSON.stringify. */
  toJSON(): number {
    return this.value;
  }
}

/** A float field's value; null stays null. */
export function float(value: number): Float;
export function float(value: number | null): Float | null;
export function float(value: number | null): Float | null {
  return value === null ? null : new Float(value);
}

/**
 * Whether a mapping is a resource, something with an address of its own: it has a `resource_uri` key. XML writes
 * resources without `type="hash"` and as `<object>` at the root (docs/contract/formats.md).
 */
export function isResource(mapping: WireMapping): boolean {
  return mapping['resource_uri'] !== undefined;
}

/** Whether a wire value is a list. */
export function isWireList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value);
}
