/** Each participant has a public web page. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { join, leave, newEvent, participant, promote, sponsor } from './participation.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const installed = existsSync(executablePath);
if (!installed) process.stdout.write(`No browser at ${executablePath}: the page is not tested in one.\n`);

const service = await testService();
let people: Cast;
let event: number;
let id: number;

const evil = `<script>alert(1)</script>"'&\u202e`;
const page = (participantId: number | string) => nobody(service).sendTo('GET', `/participants/${participantId}`);

/** A runner with a goal, sponsors, and runs of each privacy. */
async function busyRunner(): Promise<{ person: Person; id: number }> {
  const person = await newPerson(service, 'Pia', 'Page');
  await as(person).patch(`/preferences/${person.id}/`, { timezone: 'Pacific/Kiritimati' });
  const made = await join(person, event, { description: `Every mile counts.\n${evil}`, userGoalInMiles: 100 });
  const runs = [
    ['2024-05-10T23:30:00Z', 16093.44, 'public', `Around the lake ${evil}`],
    ['2024-05-08T07:00:00Z', 8046.72, 'public', 'Hill repeats'],
    ['2024-05-09T07:00:00Z', 8046.72, 'friends', 'Only for friends'],
    ['2024-05-07T07:00:00Z', 16093.44, 'private', 'Nobody knows'],
    ['2024-04-07T07:00:00Z', 16093.44, 'public', 'Long before'],
  ] as const;
  for (const [run_date, distance_in_meters, privacy, title] of runs)
    await record(person, { run_date, distance_in_meters, privacy, title });
  await sponsor(people.ann, person, made, 0.5, `Acme ${evil}`);
  await sponsor(people.bob, person, made, 1.25);
  return { person, id: made };
}

beforeAll(async () => {
  service.clock.set('2024-05-15T12:00:00Z');
  people = await cast(service);
  await promote(service, people.dan);
  event = await newEvent(people.dan, { name: `Run for ${evil}` });
  ({ id } = await busyRunner());
});

describe('the public page of a participant', () => {
  test('shows name, figures, sponsors and public runs to everyone, and nothing else', async () => {
    const { participant_url } = await participant(people.cho, id);
    expect(participant_url).toBe(`${service.url}/participants/${id}`);
    const { status, headers, text } = await page(id);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const shown of ['Pia Page', 'Every mile counts.', 'Around the lake', 'Hill repeats', 'Bob Baker', 'on now'])
      expect(text).toContain(shown);
    expect(text).toContain('30 of 100 miles, 30 percent');
    // Its own clock: it was the 11th already.
    expect(text).toContain('11 May');
    expect(text).toContain('60.00');
    for (const hidden of ['Only for friends', 'Nobody knows', 'Long before', '@example.com'])
      expect(text).not.toContain(hidden);
  });

  test('escapes all values, and allows no scripts and no external resources', async () => {
    const { headers, text } = await page(id);
    expect(text).not.toContain('<script');
    expect(text.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).not.toMatch(/ style=| src=|url\(/);
    expect(text.match(/href="[^"]*"/g)).toEqual(['href="https://water.example/"', 'href="https://water.example/info"']);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  });

  test('answers 404 for an unknown participant and for one who has left', async () => {
    for (const none of [999_999, 0, 'x', '1e3', '%00', '9'.repeat(30)]) expect((await page(none)).status).toBe(404);
    const { person, id: other } = { person: people.cho, id: await join(people.cho, event) };
    expect((await page(other)).status).toBe(200);
    await leave(person, other);
    expect((await page(other)).status).toBe(404);
    await join(person, event);
    expect((await page(other)).text).toContain('0.00');
  });

  test('shows the state before, during and after the event; without a goal it has no ring', async () => {
    const later = await newEvent(people.dan, { startDate: '2024-07-01', endDate: '2024-07-01' });
    const bobs = await join(people.bob, later);
    expect((await page(bobs)).text).toContain('not started yet');
    expect((await page(bobs)).text).not.toContain('<svg');
    expect((await page(bobs)).text).toContain('1 July 2024');
    service.clock.set('2024-07-02T12:00:00Z');
    expect((await page(bobs)).text).toContain('over');
    service.clock.set('2024-05-15T12:00:00Z');
  });
});

(installed ? describe : describe.skip)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-background-networking', '--disable-quic'];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(() => browser?.close());

  const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } };
  test.each(['phone', 'desktop'] as const)('fits a %s, in light and dark mode, without errors', async (device) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: sizes[device], colorScheme, javaScriptEnabled: true });
      const tab = await context.newPage();
      const complaints: string[] = [];
      tab.on('console', (message) => complaints.push(message.text()));
      tab.on('pageerror', (error) => complaints.push(error.message));
      tab.on('request', (request) => {
        if (request.url() !== `${service.url}/participants/${id}`) complaints.push(request.url());
      });
      await tab.goto(`${service.url}/participants/${id}`);
      const seen = await tab.evaluate(`({
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ring: document.querySelector('.ring').getBoundingClientRect().width,
        drawn: getComputedStyle(document.querySelector('.ring .done')).stroke,
        ground: getComputedStyle(document.body).backgroundColor,
        headings: [...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent),
      })`);
      expect(seen).toMatchObject({ overflow: 0, headings: ['Pia Page', 'Sponsors', 'Latest runs'] });
      const { ring, drawn, ground } = seen as { ring: number; drawn: string; ground: string };
      expect(ring).toBeGreaterThan(150);
      expect(drawn).toMatch(/^rgb/);
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(244, 245, 247)' : 'rgb(20, 23, 27)');
      const folder = process.env['SCREENSHOTS'];
      if (folder) await tab.screenshot({ path: `${folder}/participant-${device}-${colorScheme}.png`, fullPage: true });
      // The browser asks for an icon on its own.
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
