/**
 * The Authorization header for the parameters of a connection: `authorization` with the value of the header, in any letter
 * case, or `apiKey` with the key alone or with `username:key`. Undefined when they contain neither.
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

/** Whether the parameters have a key inside of `headers`, as clients do that pass the options of `fetch` on. */
export function hasMisplacedKey(parameters: Readonly<Record<string, unknown>> | undefined): boolean {
  const headers = parameters?.['headers'];
  return typeof headers === 'object' && headers !== null && authorizationIn(headers as typeof parameters) !== undefined;
}
