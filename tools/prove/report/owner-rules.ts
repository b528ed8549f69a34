import { z } from 'zod';
import { readOwnerList } from '../owner-list.ts';
import type { Found, Outcome } from '../replay/replay.ts';

/** A rule of the owner: which differences are explained, and why. What it does not name may be anything. */
const ownerRule = z
  .object({
    reason: z.string().trim().min(1),
    row: z.string().optional(),
    format: z.string().optional(),
    status: z.int().optional(),
    /** Where the difference is, as the report says it; `*` stands for anything. */
    at: z.string(),
    what: z.enum(['value', 'type', 'missing', 'added', 'length', 'order', 'unreadable']).optional(),
    by: z.enum(['REST', 'GraphQL', 'both']).optional(),
    recorded: z.string().optional(),
    answered: z.string().optional(),
  })
  .strict();
export type OwnerRule = z.infer<typeof ownerRule>;

/** Reads the file with the rules of the owner. @throws Sentence for a file that is none */
export const readOwnerRules = (text: string, name: string): OwnerRule[] => readOwnerList(text, name, ownerRule, 'rule');

/** The first rule that explains a difference. */
export function ruleFor(
  rules: readonly OwnerRule[],
  { row, format, status }: Outcome,
  found: Found,
): OwnerRule | undefined {
  const fits = (pattern: string | undefined, text: string) => pattern === undefined || wildcard(pattern).test(text);
  return rules.find(
    (rule) =>
      fits(rule.at, found.at) &&
      (rule.row === undefined || rule.row === row) &&
      (rule.format === undefined || rule.format === format) &&
      (rule.status === undefined || rule.status === status) &&
      (rule.what === undefined || rule.what === found.what) &&
      (rule.by === undefined || rule.by === found.by) &&
      fits(rule.recorded, found.recorded) &&
      fits(rule.answered, found.answered),
  );
}

function wildcard(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^]*')}$`);
}
