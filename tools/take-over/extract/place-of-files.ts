import { AwsClient } from 'aws4fetch';
import { ConfigError, readConfig } from '../../../src/platform/config.ts';
import { Sentence } from '../../../src/platform/sentence.ts';
import { pathOfAddress } from '../bundle/url-path.ts';

/** Where files may be fetched from. */
export interface Place {
  /** The URL of what a row names, if it is here. @param isFirst whether names that are no addresses are paths below it */
  urlOf(name: string, isFirst: boolean): string | null;
  /** Whether a URL is here. */
  has(url: string): boolean;
  /** What is asked for a URL that is here. @param since when the known one was changed */
  requestOf(url: string, since: Date | undefined): Promise<Request>;
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');
const conditionOf = (since: Date | undefined): Record<string, string> =>
  since && since.getTime() > 0 ? { 'If-Modified-Since': since.toUTCString() } : {};

/** The place that `--files` names by an address. @throws Sentence if it can't be one */
export function placeOfFiles(given: string): Place {
  return given.startsWith('s3://') ? inStore(given) : onWeb(given);
}

/** What is below a URL of the web, at its host alone. */
function onWeb(given: string): Place {
  if (!URL.canParse(given)) throw new Sentence(`--files: ${given} is no URL`);
  const base = new URL(given);
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '')
    throw new Sentence('--files: a URL must not have a user, a query or a fragment');
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const has = (url: string) => {
    const { origin, pathname, username, password } = new URL(url);
    return origin === base.origin && pathname.startsWith(base.pathname) && username === '' && password === '';
  };
  return {
    has,
    urlOf(name, isFirst) {
      if (pathOfAddress(name) === null) return isFirst ? base.href + encoded(name) : null;
      return URL.canParse(name) && has(name) ? new URL(name).href : null;
    },
    requestOf: async (url, since) => new Request(url, { headers: conditionOf(since) }),
  };
}

/** What is below a prefix in a bucket, `s3://bucket/prefix?endpoint=…&region=…` with the credentials of STORAGE_URL. */
function inStore(given: string): Place {
  const { endpoint, bucket, prefix, ...credentials } = storageOf(given);
  const client = new AwsClient({
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey,
    ...(credentials.sessionToken ? { sessionToken: credentials.sessionToken } : {}),
    region: credentials.region,
    service: 's3',
  });
  const base = `${endpoint}/${bucket}/`;
  const root = `s3://${bucket}/`;
  return {
    has: (url) => url.startsWith(base + encoded(prefix)),
    urlOf(name, isFirst) {
      if (pathOfAddress(name) === null) return isFirst ? base + encoded(prefix + name) : null;
      const isHere = name.startsWith(root + prefix) && name.length > root.length;
      return isHere ? base + encoded(name.slice(root.length)) : null;
    },
    requestOf: (url, since) => client.sign(url, { headers: conditionOf(since) }),
  };
}

function storageOf(given: string) {
  try {
    return readConfig({ ...process.env, STORAGE_URL: given }).storage!;
  } catch (error) {
    throw error instanceof ConfigError ? new Sentence(`--files: ${error.message.replace('STORAGE_URL: ', '')}`) : error;
  }
}
