/** fetch, as browsers and Node have it. */
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const [method, url, accept, key, override, type, body] = line.split('\t');
  const given = { Accept: accept, Authorization: key, 'X-HTTP-Method-Override': override, 'Content-Type': type };
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '-'));
  const call = { method, headers };
  if (body.startsWith('=')) {
    const fields = new URLSearchParams(body.slice(1));
    call.body = type === 'application/json' ? JSON.stringify(Object.fromEntries(fields)) : fields;
    if (type !== 'application/json') delete headers['Content-Type'];
  } else if (body !== '-') call.body = Buffer.from(body, 'base64');
  const answer = await fetch(url, call);
  const bytes = Buffer.from(await answer.arrayBuffer());
  process.stdout.write(
    `${[answer.status, answer.headers.get('location') ?? '-', bytes.toString('base64')].join('\t')}\n`,
  );
}
