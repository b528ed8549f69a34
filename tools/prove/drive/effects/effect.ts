import { isDeepStrictEqual } from 'node:util';
import type { Check } from '../checks.ts';
import type { Driven, Driver, Json } from '../driven.ts';

/** What was found, and what should have been, by what it is. */
export type Seen = Readonly<Record<string, readonly [found: unknown, expected: unknown]>>;

const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 120);

/** A check of what is read after something was done. Its fault is the first value that is not the expected one. */
export const effect = (name: string, says: string, look: (to: Driven) => Promise<Seen>): Check => ({
  name,
  says,
  async holds(to) {
    for (const [what, [found, expected]] of Object.entries(await look(to)))
      if (!isDeepStrictEqual(found, expected)) return `${what}: ${short(found)}, and not ${short(expected)}`;
    return null;
  },
});

/** The people by whom effects are seen. */
export interface Cast {
  owner: Driver;
  friend: Driver;
  stranger: Driver;
}

/** Makes two people friends. Returns the id of the friendship. */
export async function befriend(to: Driven, one: Driver, other: Driver): Promise<number> {
  const id = await to.create({ by: one, path: '/friendship/request/', body: { user_id: other.id } });
  await to.send('POST', { by: other, path: '/friendship/accept/', body: { friendship_id: id } });
  return id;
}

export const cast = (to: Driven): Promise<Cast> =>
  to.once('cast', async () => {
    const [owner, friend, stranger] = [await to.person('Olga'), await to.person('Finn'), await to.person('Sam')];
    await befriend(to, owner, friend);
    return { owner, friend, stranger };
  });

/** The objects of a list, with or without an envelope. */
export const objectsOf = (list: Json): Json[] => list.objects ?? list;
export const idsOf = (list: Json): number[] => objectsOf(list).map(({ id }) => Number(id));
/** Whether a list has an object. */
export const has = async (to: Driven, by: Driver, path: string, id: number) =>
  idsOf(await to.read(by, path)).includes(id);
export const textsOf = (list: Json): string[] => objectsOf(list).map(({ message, comment }) => message ?? comment);
