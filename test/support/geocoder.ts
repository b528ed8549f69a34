import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from '@jest/globals';
import type { Mapping } from './client.ts';

/** Answers a call instead of the geocoder. */
export type Mischief = (request: IncomingMessage, response: ServerResponse) => void;

/** A geocoder that speaks Nominatim's HTTP, as `GEOCODER_URL` expects it. */
interface FakeGeocoder {
  url: string;
  /** What it says to `/search`, by name; nothing: that there is none. */
  names: Map<string, Mapping>;
  /** What it says to every `/reverse`. */
  here: Mapping;
  /** What it was asked. */
  calls: URL[];
  mischief: Mischief | null;
}

/** Starts the geocoder for a test file; its mischief ends with each test. */
export async function fakeGeocoder(): Promise<FakeGeocoder> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://geocoder');
    geocoder.calls.push(url);
    if (geocoder.mischief) return geocoder.mischief(request, response);
    const found = geocoder.names.get(url.searchParams.get('q') ?? '');
    const value = url.pathname.endsWith('/search') ? (found ? [found] : []) : geocoder.here;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const nothing = { error: 'Unable to geocode' };
  const geocoder: FakeGeocoder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/nominatim/?key=secret`,
    names: new Map(),
    here: nothing,
    calls: [],
    mischief: null,
  };
  beforeEach(() => {
    geocoder.mischief = null;
    geocoder.here = nothing;
    geocoder.calls.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return geocoder;
}
