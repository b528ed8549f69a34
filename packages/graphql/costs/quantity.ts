type Arguments = Readonly<Record<string, unknown>>;

/** What some arguments decide: it is given those that it names, whose variables then tell costs apart. */
interface ByArguments {
  reads: readonly string[];
  of: (args: Arguments) => number;
}

/** A number, or what decides it. */
export type Quantity = number | ByArguments;

/** How much of a field is in an answer. */
export interface Extent {
  /** How many objects it is assumed to have, and thus how often its subfields are paid. */
  size: Quantity;
  /**
   * `page`: an object with a list, such as a connection; `list`: a list with this number of items; `bulk`: so many units of items, which
   * count together by the number that costs a point; `text`: a long text; `one`: an object, or the list of a page that counts as one.
   */
  form: 'page' | 'list' | 'bulk' | 'text' | 'one';
}

/** A number that these coerced arguments decide. */
export function byArguments<Name extends string>(
  reads: readonly Name[],
  // eslint-disable-next-line typescript/no-explicit-any -- each field knows its arguments
  of: (args: Readonly<Record<Name, any>>) => number,
): ByArguments {
  return { reads, of };
}

/** The arguments that decide a quantity. */
export function argumentsOf(quantity: Quantity): readonly string[] {
  return typeof quantity === 'number' ? [] : quantity.reads;
}

/** The number that a quantity is with these coerced arguments. */
export function numberOf(quantity: Quantity, args: Arguments): number {
  return typeof quantity === 'number' ? quantity : quantity.of(args);
}
