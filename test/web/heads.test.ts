/** All answers, pages and files have the headers with which browsers protect users. */
import { expect, test } from '@jest/globals';
import { as, newPerson, nobody } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { addPicture } from '../pictures/sending.ts';
import { record } from '../support/workouts.ts';

const service = await testService({ HSTS_SECONDS: '600', HSTS_SUBDOMAINS: 'on' });
const plain = await testService();
const ann = await newPerson(service, 'Ann', 'Archer');
const { post } = await record(ann);
const picture = new URL((await addPicture(ann, post)).feed);
const pages = ['/password-reset/x', '/invitation/1', '/reports/weekly/1/off'];
const files = [picture.pathname + picture.search, '/media/picture/1/feed/1', '/exports/1'];
const others = ['/healthz', '/readyz', '/nothing', '/graphql', '/api/v1/nothing/', '/api/v1/me/'];

test.each([...pages, ...files, ...others])(
  '%s says that its content is what it says, and to use HTTPS',
  async (path) => {
    const { headers } = await nobody(service).sendTo('GET', path);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBe('max-age=600; includeSubDomains');
  },
);

test.each(pages)('%s runs no script, loads nothing and is not framed', async (path) => {
  const { headers } = await nobody(service).sendTo('GET', path);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-frame-options']).toBe('DENY');
});

test('a picture is shown in its place, whatever opens it, and is no page', async () => {
  const { headers } = await nobody(service).sendTo('GET', picture.pathname + picture.search);
  expect(headers['content-disposition']).toBe('inline');
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
});

test('an archive is an attachment', async () => {
  const made = await as(ann).graphql<{ exportMyData: { url: string } }>('mutation { exportMyData { url } }');
  const { pathname, search } = new URL(made.data?.exportMyData.url ?? '');
  const { headers } = await nobody(service).sendTo('HEAD', pathname + search);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="/);
});

test('without the setting, nothing is said of HTTPS', async () => {
  const { headers } = await nobody(plain).sendTo('GET', '/healthz');
  expect(headers['strict-transport-security']).toBeUndefined();
});
