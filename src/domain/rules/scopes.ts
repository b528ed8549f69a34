/** The modules of the service in the order of their bits. New modules are added at the end, because keys are stored with these bits. */
export const modules = [
  'accounts',
  'workouts',
  'feed',
  'pictures',
  'people',
  'conversations',
  'friendships',
  'routes',
  'events',
] as const;
export type Module = (typeof modules)[number];

/** The name of a scope in GraphQL. `WRITE` includes `READ` of the same module. */
export type ScopeName = 'ALL' | 'READ' | `${Uppercase<Module>}_${'READ' | 'WRITE'}`;

/** A set of scopes as bits. Each module has a bit for reading and a higher one for writing. Bits of future modules are valid as well. */
export type Scopes = number;

/** All scopes, including those of future modules. A key from a sign-in has them. */
export const allScopes: Scopes = -1;
/** The read scopes of all modules, including future ones. */
const readScopes: Scopes = 0x55555555;

const readBit = (module: Module): Scopes => 1 << (2 * modules.indexOf(module));
const writeBits = (module: Module): Scopes => 3 << (2 * modules.indexOf(module));

/** The kinds of access to a module: `READ` or `WRITE`. */
function nameOf<Kind extends 'READ' | 'WRITE'>(module: Module, kind: Kind) {
  return `${module.toUpperCase() as Uppercase<Module>}_${kind}` as const;
}

/** The bits of each scope, by name. */
export const scopeBits = Object.fromEntries([
  ['ALL', allScopes],
  ['READ', readScopes],
  ...modules.flatMap((module) => [
    [nameOf(module, 'READ'), readBit(module)],
    [nameOf(module, 'WRITE'), writeBits(module)],
  ]),
]) as Readonly<Record<ScopeName, Scopes>>;

/** Returns the set of the scopes with these names. */
export function scopesOf(names: readonly ScopeName[]): Scopes {
  return names.reduce((bits, name) => bits | scopeBits[name], 0);
}

/** Returns whether `held` contains all required scopes. */
export function includes(held: Scopes, needed: Scopes): boolean {
  return (held & needed) === needed;
}

/** Returns the shortest list of names for a set of scopes. */
export function namesOf(scopes: Scopes): ScopeName[] {
  if (scopes === allScopes) return ['ALL'];
  const readsAll = includes(scopes, readScopes);
  const ofModules = modules.flatMap((module): ScopeName[] => {
    if (includes(scopes, writeBits(module))) return [nameOf(module, 'WRITE')];
    return !readsAll && includes(scopes, readBit(module)) ? [nameOf(module, 'READ')] : [];
  });
  return readsAll ? ['READ', ...ofModules] : ofModules;
}

/** Returns the names of the required scopes that are not held, each as the smallest scope that contains it. */
export function missingFrom(held: Scopes, needed: Scopes): ScopeName[] {
  if (needed === allScopes || (needed === readScopes && !includes(held, readScopes))) return namesOf(needed);
  return modules.flatMap((module): ScopeName[] => {
    const missing = needed & ~held & writeBits(module);
    if (missing === 0) return [];
    return [nameOf(module, missing === readBit(module) ? 'READ' : 'WRITE')];
  });
}
