/**
 * Calls a function for each of these, in order and for at most four at the same time, so that events which are loaded one
 * by one leave connections to requests.
 */
export async function fewAtOnce<One, Result>(
  all: readonly One[],
  load: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let n = 0; n < all.length; n += 4) results.push(...(await Promise.all(all.slice(n, n + 4).map(load))));
  return results;
}
