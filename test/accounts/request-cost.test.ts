/** What a request has paid too much is given back to the bucket that it was taken from, and not to a later one. */
import { describe, expect, test } from '@jest/globals';
import { RequestCost, costRules } from '../../src/domain/rules/request-cost.ts';
import type { CostBucket } from '../../src/platform/cost-buckets.ts';

/** A bucket that can be filled again, as it is every five minutes. */
function bucketOf(limit: number) {
  let [remaining, restoresAt] = [limit, 1];
  const bucket: CostBucket = {
    limit,
    get remaining() {
      return remaining;
    },
    get restoresAt() {
      return restoresAt;
    },
    take: (points) => {
      if (points > remaining) return false;
      remaining -= points;
      return true;
    },
    settle: (points) => void (remaining -= points),
  };
  return { bucket, refill: () => ([remaining, restoresAt] = [limit, restoresAt + 1]) };
}

describe('the cost of a request', () => {
  test.each([
    ['a correction', (cost: RequestCost) => cost.adjust(500, 100), 900],
    ['work that was not begun', (cost: RequestCost) => cost.refund(500), 1000],
  ])('gives back for %s while the bucket is the same', (_why, giveBack, left) => {
    const { bucket } = bucketOf(1000);
    const cost = new RequestCost(bucket);
    void cost.reserve(500);
    giveBack(cost);
    expect(bucket.remaining).toBe(left);
  });

  test.each([
    ['a correction', (cost: RequestCost) => cost.adjust(500, 100)],
    ['work that was not begun', (cost: RequestCost) => cost.refund(500)],
  ])('gives nothing back for %s to a bucket that was filled since', (_why, giveBack) => {
    const { bucket, refill } = bucketOf(1000);
    const cost = new RequestCost(bucket);
    void cost.reserve(500);
    refill();
    giveBack(cost);
    expect(bucket.remaining).toBe(1000);
  });

  test('charges what was more than estimated to the bucket of the moment', () => {
    const { bucket, refill } = bucketOf(1000);
    const cost = new RequestCost(bucket);
    void cost.reserve(100);
    refill();
    cost.adjust(100, 400);
    expect(bucket.remaining).toBe(700);
  });

  test('charges for a body and for other work before once, even if the rest is refused', () => {
    const { bucket } = bucketOf(1000);
    const cost = new RequestCost(bucket);
    cost.addBody(40 * costRules.bytesAPoint);
    cost.addWork(60);
    expect(() => cost.reserve(5000)).toThrow(/costs 5100 points, and 1000 are left/);
    expect(bucket.remaining).toBe(900);
    void cost.reserve(100);
    expect(bucket.remaining).toBe(800);
  });
});
