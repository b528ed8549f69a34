/**
 * Every statement that reads data of people declares for whom it reads (`Sees`), and its text contains the declared
 * rule, as often as it is needed. So does a write that decides by such a rule.
 */
import { describe, expect, test } from '@jest/globals';
import { EntitySchema } from '@mikro-orm/core';
import { entities } from '../../src/wiring/entities.ts';
import * as visibility from '../../src/domain/rules/visibility.ts';
import type { Condition, Sees, Statement } from '../../src/platform/database/statement.ts';
import { statementsOf } from '../support/all-statements.ts';
import { asked, further } from './rule-counts.ts';
import { isRule, lookOf, rulesIn } from './rules-in.ts';

/** Tables that hold nothing of anybody. */
const ofNobody = ['event', 'live_epoch', 'live_log', 'picture_file'];
const tables = entities.map((entity) => EntitySchema.REGISTRY.get(entity)?.meta);
const ofPeople = tables.flatMap((meta) => (ofNobody.includes(meta?.tableName ?? '') ? [] : (meta?.tableName ?? '')));
/** Tables whose rows have a privacy. */
const withPrivacy = tables.flatMap((meta) => (meta && 'privacy' in meta.properties ? meta.tableName : []));
/** The rules that a reader of such a table needs. */
const ofPrivacy: Sees[] = [visibility.visibleTo, visibility.isPublic, visibility.isForFriends, visibility.isShared];

const reads = (text: string, names: readonly string[]) =>
  new RegExp(String.raw`\b(?:from|join)\s+(?:${names.join('|')})\b`).test(text);
const given = await statementsOf('domain', 'web', 'demo', 'my-data', '../tools/take-over', 'wiring', 'retiring');
/** Without those that are derived while the service runs, from statements that are among these. */
const all = given.filter(({ name }) => !name.endsWith('_bounded'));
const statements = all.filter(({ writes, text }) => !writes && reads(text, ofPeople));

/** The rules that decide for a viewer. A write that contains one of them says so, like a read. */
const ofViewers: Condition[] = [
  visibility.visibleTo,
  visibility.isForFriends,
  visibility.userVisibleTo,
  visibility.onTerms,
  visibility.onTermsAsPair,
  visibility.friendshipVisibleTo,
  visibility.takesPartIn,
  visibility.deliveredTo,
  visibility.isShownTo,
  visibility.hasNotMuted,
  visibility.hasNotMutedInList,
];
const looks = ofViewers.map(lookOf);
const decides = ({ text, sees }: Statement<unknown>) => sees.length > 0 || looks.some((look) => look.test(text));
const deciding = all.filter((one) => one.writes && decides(one));

const isMute = (sees: Sees) => sees === visibility.hasNotMuted || sees === visibility.hasNotMutedInList;
const content = ['workout', 'post', 'comment', 'picture', 'message', 'route', 'notification', 'live_event'];
/** Lists of what people have added, besides those that read the viewer's own rows, or state why no rule applies. */
const lists = statements.filter(
  ({ text, sees }) => reads(text, content) && /\blimit\b/.test(text) && sees.some(isRule),
);

/** How often a statement has to contain each rule. */
function expectedIn({ name, sees }: Statement<unknown>): Record<string, number> {
  const named = sees.filter(isRule).map((rule) => [rule.name, 1]);
  const counts = { ...Object.fromEntries(named), ...further[name] } as Record<string, number>;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** What is wrong with what a statement says; null when it is as it says. */
function wrongWith({ text, sees }: Statement<unknown>): string | null {
  if (sees.length === 0) return 'does not say with whose eyes it reads';
  const says = (one: Sees) => (isRule(one) ? ofPrivacy.includes(one) : true);
  if (reads(text, withPrivacy) && !sees.some(says)) return 'asks nothing about privacy';
  for (const one of sees) {
    if (isRule(one) && !lookOf(one).test(text)) return `does not contain ${one.name}`;
    if ('owner' in one && !(text.includes(one.owner) && /\$\d/.test(one.owner))) return `does not contain ${one.owner}`;
    if ('all' in one && !one.all.includes(' ')) return 'gives no reason';
  }
  return null;
}

describe('a statement that reads what belongs to people', () => {
  test('is found', () => {
    expect(statements.length).toBeGreaterThan(150);
    expect(deciding.length).toBeGreaterThan(25);
    expect(withPrivacy).toEqual(['workout', 'post', 'route', 'live_event']);
  });

  test.each([...statements, ...deciding].map((one) => [one.name, one] as const))('%s is as it says', (_name, one) => {
    expect(wrongWith(one)).toBeNull();
  });

  // What explains to staff who sees something consists of the conditions of rules (test/people/explain-visibility.test.ts).
  const plain = all.filter(({ name }) => !name.startsWith('why_'));
  test.each(plain.map((one) => [one.name, one] as const))('%s contains each rule as often as it needs it', (_, one) => {
    expect(rulesIn(one.text)).toEqual(expectedIn(one));
  });

  test.each(lists.map(({ name, sees }) => [name, sees] as const))('%s leaves out who is muted', (name, sees) => {
    expect(sees.some(isMute) ? null : (asked[name] ?? 'shows who is muted')).toBe(
      sees.some(isMute) ? null : asked[name],
    );
  });

  test('has no entry in a table after it is gone', () => {
    const names = new Set(all.map(({ name }) => name));
    expect([...Object.keys(further), ...Object.keys(asked)].filter((name) => !names.has(name))).toEqual([]);
  });

  /** Rules by which nothing of a suspended account is shown, and reasons why a statement under another rule shows nothing. */
  const harmless: Record<string, string> = {
    any_stranger: 'asks about friends alone',
    account_by_address: 'finds who signs in, who is told then',
    account_by_social_id: 'finds who signs in, who is told then',
    demo_newest_public_post: 'is about the demo data before anybody signs in',
    logged_acts: 'is for staff',
    logged_acts_up: 'is for staff',
  };

  test.each(
    statements
      .filter(({ sees, text }) => sees.some(isRule) || /join users/.test(text))
      .map((one) => [one.name, one.text] as const),
  )('%s leaves out who is suspended', (name, text) => {
    const asks = lookOf(visibility.isSuspended).test(text);
    expect(asks ? null : (harmless[name] ?? 'shows who is suspended')).toBe(asks ? null : harmless[name]);
  });

  test('names rules of src/domain/rules/visibility.ts only', () => {
    const rules: unknown[] = Object.values(visibility);
    for (const { name, sees } of all)
      expect([name, sees.filter((one) => isRule(one) && !rules.includes(one))]).toEqual([name, []]);
  });
});

describe('the test', () => {
  const viewers = (text: string, ...sees: Sees[]) => wrongWith({ name: '', text, writes: false, sees });
  const { visibleTo, userVisibleTo } = visibility;
  test.each<[string, string | null]>([
    [`select from post p where ${visibleTo('$1', 'p')}`, null],
    [`select from post p where ${visibleTo('$1', 'p').replace('$1', '$2')}`, 'does not contain visibleTo'],
    ['select from post p where p.id = $2', 'does not contain visibleTo'],
  ])('reads %s', (text, wrong) => {
    expect(viewers(text, visibleTo)).toBe(wrong);
    expect(viewers(text)).toBe('does not say with whose eyes it reads');
  });

  test('requires a rule of visibility, a condition of the owner, or a reason', () => {
    const text = `select from post p where ${userVisibleTo('$1', 'p.author_id')}`;
    expect(viewers(text, userVisibleTo)).toBe('asks nothing about privacy');
    expect(viewers(text, { owner: 'p.author_id = $1' })).toBe('does not contain p.author_id = $1');
    expect(viewers(text, { all: '' })).toBe('gives no reason');
  });
});
