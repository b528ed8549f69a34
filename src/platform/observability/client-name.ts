import { storableLine } from '../text.ts';

/**
 * What calls: the name of its key, product and version of its User-Agent, and the name and version that Apollo's clients send. There
 * is neither an address nor a person in it.
 */
export interface ClientName {
  /** What the owner of the key calls it; empty for the key of a sign-in, and without one. */
  key: string;
  product: string;
  version: string;
  apollo: string;
  apolloVersion: string;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The first token of a User-Agent, and its version (RFC 9110, 10.1.5). What follows may describe a device, and is not read. */
const product = /^([!#$%&'*+\-.^`|~\w]{1,60})(?:\/([!#$%&'*+\-.^`|~\w]{1,30}))?/;
const longest = { name: 60, version: 30 } as const;

/** Stands for all clients beyond those that are told apart. No product has such a name. */
export const otherProduct = '(other)';
export const otherClients = textOf({ key: '', product: otherProduct, version: '', apollo: '', apolloVersion: '' });

/**
 * The name of the client that sends these headers, as `textOf` writes it. Strangers have no other name than their product, because they
 * could invent as many as they like.
 * @param key the name of its API key @param isStranger whether nobody is signed in
 */
export function clientNamed(key: string, headers: Headers, isStranger = false): string {
  const [, name = '', version = ''] = product.exec(String(headers['user-agent'] ?? '')) ?? [];
  if (isStranger) return textOf({ key: '', product: name, version: '', apollo: '', apolloVersion: '' });
  return textOf({
    key,
    product: name,
    version,
    apollo: lineIn(headers['apollographql-client-name'], longest.name),
    apolloVersion: lineIn(headers['apollographql-client-version'], longest.version),
  });
}

function lineIn(header: string | string[] | undefined, most: number): string {
  return header === undefined ? '' : storableLine(String(header).slice(0, most));
}

/** A name as one text. Its parts contain no tabs. */
function textOf({ key, ...sent }: ClientName): string {
  return [key, sent.product, sent.version, sent.apollo, sent.apolloVersion].join('\t');
}

/** The first part of other clients as `splitClient` divides it. */
export const [otherClient] = splitClient(otherClients);

/** Divides such a text into the name of the client and its versions, which are empty if there is none. */
export function splitClient(text: string): [client: string, version: string] {
  const { key, product: name, version, apollo, apolloVersion } = clientNameIn(text);
  return [`${key}\t${name}\t${apollo}`, version === '' && apolloVersion === '' ? '' : `${version}\t${apolloVersion}`];
}

/** The parts of a client that `splitClient` has divided. */
export function joinedClient(client: string, versions: string): ClientName {
  const [key = '', name = '', apollo = ''] = client.split('\t');
  const [version = '', apolloVersion = ''] = versions.split('\t');
  return { key, product: name, version, apollo, apolloVersion };
}

/** The parts of such a text. */
export function clientNameIn(text: string): ClientName {
  const [key = '', product = '', version = '', apollo = '', apolloVersion = ''] = text.split('\t');
  return { key, product, version, apollo, apolloVersion };
}
