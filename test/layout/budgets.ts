/** The most lines and exports of a part of the repository, and why there are so many, where that is not plain. */
export interface Budget {
  lines: number;
  exports: number;
  why?: string;
}

/** What a part has. */
export interface Size {
  lines: number;
  exports: number;
}

/** The lines of a file, and the names that it exports. */
export function sizeOf(source: string): Size {
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, names = '']) => names);
  const named = lists.flatMap((names) => names.split(',').filter((name) => name.trim() !== '')).length;
  const declared = [...source.matchAll(/^export (?!type \{|\{)/gm)].length;
  return { lines: source.split('\n').length - 1, exports: declared + named };
}

/** The part to whose budget a file of the product counts: the service, a package or a tool. */
export function partOf(file: string): string {
  return /^(?:packages|tools)\/[^/]+/.exec(file)?.[0] ?? 'service';
}

/** The budgets that a part counts to: its own, and that of all packages, or of all tools without the trials. */
export function budgetsOf(part: string): string[] {
  const all = part.split('/')[0] ?? part;
  return all === part || part === 'tools/trials' ? [part] : [part, all];
}

/** Returns what is above its budget, or has none, one sentence each. */
export function budgetFaults(budgets: Readonly<Record<string, Budget>>, sizes: ReadonlyMap<string, Size>): string[] {
  const without = [...sizes.keys()].filter((part) => !Object.hasOwn(budgets, part));
  return [
    ...without.map((part) => `has no budget for ${part}: give it one in budgets.json`),
    ...Object.entries(budgets).flatMap(([part, budget]) => {
      const size = sizes.get(part);
      if (!size) return [`has a budget for ${part}, which is not there`];
      return (['lines', 'exports'] as const)
        .filter((what) => size[what] > budget[what])
        .map(
          (what) =>
            `allows ${part} ${budget[what]} ${what}, and it has ${size[what]}: remove some, or raise it in a commit of its own that says why`,
        );
    }),
  ];
}
