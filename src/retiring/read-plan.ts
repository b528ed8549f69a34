import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError } from '../platform/config.ts';
import type { Brownout, Plan, Retirement } from './plan.ts';

/** What a plan may name. */
export interface Retirables {
  /**
   * The name under which something is counted: a label of a row may have several forms.
   * @throws Error whose sentence says why this cannot be switched off
   */
  nameOf(name: string): string;
}

const moment = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/,
    'must be a date, a time and an offset, such as 2027-03-01T09:00:00+01:00',
  )
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a moment of the calendar')
  .transform((text) => Date.parse(text));
const line = z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters');
const notice = z
  .url({ protocol: /^https?$/, error: 'must be a URL starting with http:// or https://' })
  .max(500)
  // It is a part of a header.
  .regex(/^[!-;=?-~]+$/, 'must be a URL in ASCII');

const brownout = z.strictObject({
  from: moment,
  until: moment,
  // Former options, of which plans may state the only value that is left.
  answer: z.literal(503, 'must be 503, which it is without it').optional(),
  share: z.literal(100, 'must be 100, which it is without it: a brownout concerns all clients').optional(),
});
const planFile = z.strictObject({
  notice: notice.optional(),
  paused: z.boolean('must be true or false').default(false),
  retirements: z
    .array(
      z.strictObject({
        name: line,
        deprecated: moment,
        sunset: moment,
        instead: line.optional(),
        notice: notice.optional(),
        brownouts: z.array(brownout).max(100, 'must have at most 100 items').default([]),
        never: z.array(line).max(1000, 'must have at most 1000 items').default([]),
      }),
    )
    .max(1000, 'must have at most 1000 items'),
});

/**
 * Reads the plan of what will be switched off (docs/retiring.md).
 * @throws ConfigError with a sentence that names the entry: for a file that is no plan, a name of what does not exist, and times
 * in the wrong order
 */
export async function planIn(path: string, retirables: Retirables): Promise<Plan> {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw refused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return planOf(text, retirables);
}

/** Reads the text of a plan. @throws as `planIn` */
export function planOf(text: string, retirables: Retirables): Plan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw refused(`is not JSON: ${(error as Error).message}`);
  }
  const parsed = planFile.safeParse(json);
  if (!parsed.success) {
    const { path = [], message = 'is malformed' } = parsed.error.issues[0] ?? {};
    throw refused(`${path.length > 0 ? `${path.map(String).join('.')}: ` : ''}${message}`);
  }
  const { retirements, paused, notice: notices = null } = parsed.data;
  const names = new Map<string, string>();
  return {
    paused,
    retirements: retirements.map((entry, index): Retirement => {
      const where = `retirements.${index} (${entry.name})`;
      const name = nameIn(entry.name, where, retirables);
      if (names.has(name)) throw refused(`${where}: is in the plan twice`);
      names.set(name, where);
      const retirement = {
        name,
        deprecatedMs: entry.deprecated,
        sunsetMs: entry.sunset,
        brownouts: entry.brownouts.map(({ from, until }): Brownout => ({ fromMs: from, untilMs: until })),
        never: new Set(entry.never),
        instead: entry.instead ?? '',
        notice: entry.notice ?? notices,
      };
      checkOrder(retirement, where);
      return retirement;
    }),
  };
}

function nameIn(name: string, where: string, retirables: Retirables): string {
  try {
    return retirables.nameOf(name);
  } catch (error) {
    throw refused(`${where}: ${(error as Error).message}`);
  }
}

/** @throws ConfigError for times that are not in their order */
function checkOrder({ deprecatedMs, sunsetMs, brownouts }: Retirement, where: string): void {
  if (sunsetMs <= deprecatedMs) throw refused(`${where}: the sunset must be after the deprecation`);
  let before = deprecatedMs;
  for (const [index, { fromMs, untilMs }] of brownouts.entries()) {
    const which = `${where}: brownout ${index}`;
    if (untilMs <= fromMs) throw refused(`${which} must end after it begins`);
    if (fromMs < before)
      throw refused(`${which} must begin after the ${index === 0 ? 'deprecation' : 'end of the one before'}`);
    if (untilMs > sunsetMs) throw refused(`${which} must end before the sunset`);
    before = untilMs;
  }
}

function refused(sentence: string): ConfigError {
  return new ConfigError(`RETIREMENT_PLAN: ${sentence}`);
}
