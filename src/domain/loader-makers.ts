import type { Context } from './context.ts';

/** How each loader is made for a reader. The viewer id of those who are not signed in is 0, whom no row belongs to: they see nothing. */
export type LoaderMakers<Loaders> = {
  readonly [Name in keyof Loaders]: (context: Context, viewerId: number) => Loaders[Name];
};

/** The loaders of one request that were made so far. */
class Made {
  readonly context: Context;
  readonly viewerId: number;
  readonly loaders = new Map<string, unknown>();

  constructor(context: Context) {
    this.context = context;
    this.viewerId = context.viewer?.id ?? 0;
  }
}

/**
 * Makes the loaders of a request one by one, each when it is first used: there are some forty, and most requests use one or
 * two (docs/performance.md#beside-the-service-before-its-limits).
 * @param lasting those that a context keeps from the loaders that it had `before`
 */
export function madeWhenUsed<Loaders extends object>(
  makers: LoaderMakers<Loaders>,
  lasting: readonly (keyof Loaders & string)[],
): (context: Context, before?: Loaders) => Loaders {
  class LoadersOfRequest extends Made {}
  for (const [name, make] of Object.entries(makers) as [string, LoaderMakers<Record<string, unknown>>[string]][])
    Object.defineProperty(LoadersOfRequest.prototype, name, {
      get(this: LoadersOfRequest) {
        let loader = this.loaders.get(name);
        if (loader === undefined) this.loaders.set(name, (loader = make(this.context, this.viewerId)));
        return loader;
      },
    });
  return (context, before) => {
    const made = new LoadersOfRequest(context);
    const kept = before as unknown as LoadersOfRequest | undefined;
    for (const name of lasting) if (kept?.loaders.has(name)) made.loaders.set(name, kept.loaders.get(name));
    return made as unknown as Loaders;
  };
}
