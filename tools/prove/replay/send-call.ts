import { Agent, request as httpRequest } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProvedAnswer } from '../../translate/exchange.ts';
import type { RestCall } from '../../translate/rest-call.ts';
import { Sentence } from '../../../src/platform/sentence.ts';

/** The largest answer in bytes, and the longest time for it in milliseconds. */
const [mostBytes, mostMs] = [256 * 2 ** 20, 120_000];
/** How often, and how many seconds at most, a call is repeated that was refused for its rate. */
const patience = { times: 5, seconds: 300 } as const;

/** What belongs to a connection, or would make answers depend on earlier ones. */
const left = new Set(
  (
    'host connection content-length transfer-encoding accept-encoding keep-alive te upgrade if-none-match if-modified-since if-match ' +
    'expect cookie proxy-connection idempotency-key origin referer x-forwarded-for x-real-ip forwarded'
  ).split(' '),
);

const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new SecureAgent({ keepAlive: true }) };

/**
 * Sends a call to a service, and repeats it when its rate is refused.
 * @param service the address of the service, without a path
 * @param mostSeconds for which it waits before it repeats
 * @throws Sentence if it does not answer
 */
export async function sendCall(
  service: string,
  call: RestCall,
  mostSeconds: number = patience.seconds,
): Promise<ProvedAnswer> {
  for (let tries = 0; ; tries++) {
    const answer = await sendOnce(service, call);
    const seconds = Number(answer.headers['retry-after']);
    const mayWait = answer.status === 429 && tries < patience.times && seconds <= mostSeconds;
    if (!mayWait) return answer;
    await pause(seconds * 1000 + 100);
  }
}

function sendOnce(service: string, { method, url, headers, body }: RestCall): Promise<ProvedAnswer> {
  const to = new URL(url, service);
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)));
  const secure = to.protocol === 'https:';
  const options = { method, agent: agents[secure ? 'https:' : 'http:'], timeout: mostMs };
  const length = body.length > 0 || method === 'POST' ? { 'content-length': String(body.length) } : {};
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) =>
      reject(new Sentence(`${to.origin} does not answer ${method} ${url}: ${error.message}`));
    const request = (secure ? httpsRequest : httpRequest)(
      to,
      { ...options, headers: { ...sent, ...length } },
      (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > mostBytes) request.destroy(new Error(`its answer has more than ${mostBytes} bytes`));
          else parts.push(part);
        });
        response.on('error', refuse);
        response.on('end', () => {
          const received = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(received),
            body: Buffer.concat(parts),
          });
        });
      },
    );
    request.on('timeout', () => request.destroy(new Error('it takes too long')));
    request.on('error', refuse);
    request.end(body);
  });
}

/** Closes what is kept open for further calls. */
export function closeConnections(): void {
  for (const agent of Object.values(agents)) agent.destroy();
}
