/**
 * The Authorization header that the parameters of a connection stand for: `authorization` as the header has it, in any
 * letter case, or `apiKey` with the key alone or `username:key`. Undefined: they name none.
 */
export function authorizationIn(parameters: Readonly<Record<string, unknown>> | undefined): string | undefined {
  let header: string | undefined;
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (typeof value !== 'string') continue;
    const word = name.toLowerCase();
    if (word === 'authorization') return value;
    if (word === 'apikey') header = `${value.includes(':') ? 'ApiKey' : 'Bearer'} ${value}`;
  }
  return header;
}
