/** The modules of the service, in the order of their bits: new ones are added at the end, since keys are stored with these bits. */
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

/** One scope of a key, by its name in GraphQL. `WRITE` contains the `READ` of the same module. */
export type ScopeName = 'ALL' | 'READ' | `${Uppercase<Module>}_${'READ' | 'WRITE'}`;

/** Scopes as bits: of each module one for reading, and above it one for writing. Bits that are not given to a module yet count as well. */
export type Scopes = number;

/** Every right, also those of modules that come later: what a sign-in gives. */
export const allScopes: Scopes = -1;
/** Reading in every module, also in those that come later. */
const readScopes: Scopes = 0x55555555;

const readBit = (module: Module): Scopes => 1 << (2 * modules.indexOf(module));
const writeBits = (module: Module): Scopes => 3 << (2 * modules.indexOf(module));

/** What can be done with a module: `READ` or `WRITE`. */
function nameOf<Kind extends 'READ' | 'WRITE'>(module: Module, kind: Kind) {
  return `${module.toUpperCase() as Uppercase<Module>}_${kind}` as const;
}

/** The bits of each scope by its name. */
export const scopeBits = Object.fromEntries([
  ['ALL', allScopes],
  ['READ', readScopes],
  ...modules.flatMap((module) => [
    [nameOf(module, 'READ'), readBit(module)],
    [nameOf(module, 'WRITE'), writeBits(module)],
  ]),
]) as Readonly<Record<ScopeName, Scopes>>;

/** The scopes with these names, together. */
export function scopesOf(names: readonly ScopeName[]): Scopes {
  return names.reduce((bits, name) => bits | scopeBits[name], 0);
}

/** Whether `held` contains everything that is needed. */
export function includes(held: Scopes, needed: Scopes): boolean {
  return (held & needed) === needed;
}

/** The shortest list of names that means these scopes. */
export function namesOf(scopes: Scopes): ScopeName[] {
  if (scopes === allScopes) return ['ALL'];
  const readsAll = includes(scopes, readScopes);
  const ofModules = modules.flatMap((module): ScopeName[] => {
    if (includes(scopes, writeBits(module))) return [nameOf(module, 'WRITE')];
    return !readsAll && includes(scopes, readBit(module)) ? [nameOf(module, 'READ')] : [];
  });
  return readsAll ? ['READ', ...ofModules] : ofModules;
}

/** The names of what is needed and not held, each in the smallest scope that contains it. */
export function missingFrom(held: Scopes, needed: Scopes): ScopeName[] {
  if (needed === allScopes || (needed === readScopes && !includes(held, readScopes))) return namesOf(needed);
  return modules.flatMap((module): ScopeName[] => {
    const missing = needed & ~held & writeBits(module);
    if (missing === 0) return [];
    return [nameOf(module, missing === readBit(module) ? 'READ' : 'WRITE')];
  });
}
