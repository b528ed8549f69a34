import type { World } from './world.ts';

/** Asks the service over HTTP, and throws where it does not do what the statement says. */
export type Check = (world: World) => Promise<unknown>;

/** Statements of the interface in words of our own, each with its check. */
export type Statements = Readonly<Record<string, Check>>;

/** A statement made for each of several things: the same sentence and check with another name in it. */
export function each<Thing>(
  things: readonly Thing[],
  says: (thing: Thing) => string,
  check: (world: World, thing: Thing) => Promise<unknown>,
): Statements {
  return Object.fromEntries(things.map((thing) => [says(thing), (world: World) => check(world, thing)]));
}
