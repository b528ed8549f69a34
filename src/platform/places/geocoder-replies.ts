import { z } from 'zod';
import { lengths } from '../text.ts';
import type { Place } from './places.ts';

/** Degrees are given as texts or as numbers. */
const degrees = (most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d{1,20})?$/)])
    .transform(Number)
    .pipe(z.number().min(-most).max(most));
/** A name as it can be stored (decisions R21). Any other value counts as absent. */
const name = z
  .string()
  .transform((text) => text.trim())
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  .refine((text) => text !== '' && text.length <= lengths.place && !/[\u0000-\u001F\u007F]/.test(text))
  .refine((text) => text.isWellFormed())
  .optional()
  .catch(undefined);

/** The kinds of places that count as towns, from large to small. */
const towns = ['city', 'town', 'village', 'municipality', 'hamlet'] as const;

const found = z
  .object({
    lat: degrees(90),
    lon: degrees(180),
    name,
    address: z
      .object({
        ...(Object.fromEntries(towns.map((kind) => [kind, name])) as Record<(typeof towns)[number], typeof name>),
        country_code: name,
        'ISO3166-2-lvl4': name,
      })
      .optional()
      .catch(undefined),
  })
  .transform(({ lat, lon, address, ...more }): Place => {
    const town = address && towns.map((kind) => address[kind]).find((called) => called !== undefined);
    const state = /^US-([A-Z]{2})$/.exec(address?.['ISO3166-2-lvl4'] ?? '')?.[1];
    const called = town ?? more.name ?? '';
    return { name: town && state ? `${town}, ${state}` : called, latitude: lat, longitude: lon };
  });

/** `GET /search`: the places with the name, best first. */
export const searchReply = z
  .array(z.unknown())
  .transform((list) => list.slice(0, 1))
  .pipe(z.array(found))
  .transform(([first]) => first ?? null);

/** `GET /reverse`: the place at the coordinates, or none. */
export const reverseReply = z.union([found, z.object({ error: z.string() }).transform(() => null)]);
