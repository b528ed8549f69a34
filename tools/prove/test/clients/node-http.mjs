/** node:http, with the capital letters that a program gives its headers. */
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

const agent = new Agent({ keepAlive: true });
for await (const line of createInterface({ input: process.stdin })) {
  const [method, url, accept, key, override, type, body] = line.split('\t');
  const given = { Accept: accept, Authorization: key, 'X-HTTP-Method-Override': override, 'Content-Type': type };
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '-'));
  const fields = body.startsWith('=') ? Object.fromEntries(new URLSearchParams(body.slice(1))) : null;
  const json = type === 'application/json';
  const sent = fields
    ? json
      ? JSON.stringify(fields, null, 2)
      : String(new URLSearchParams(fields))
    : Buffer.from(body === '-' ? '' : body, 'base64');
  await new Promise((resolve) => {
    // A body without a length is sent in chunks, which old servers do not read.
    if (body !== '-') headers['Content-Length'] = Buffer.byteLength(sent);
    const call = request(url, { method, headers, agent }, async (answer) => {
      const parts = await answer.toArray();
      process.stdout.write(
        `${[answer.statusCode, answer.headers.location ?? '-', Buffer.concat(parts).toString('base64')].join('\t')}\n`,
      );
      resolve();
    });
    call.end(sent);
  });
}
agent.destroy();
