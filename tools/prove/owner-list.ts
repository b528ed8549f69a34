import { parse } from 'yaml';
import { z } from 'zod';
import { Sentence } from '../../src/platform/sentence.ts';

/**
 * Reads a file of the owner: a list in YAML or JSON.
 * @param name the name of the file, for sentences
 * @param word what an item of the list is called
 * @throws Sentence that names the file and the item
 */
export function readOwnerList<Item>(text: string, name: string, item: z.ZodType<Item>, word: string): Item[] {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new Sentence(`${name} is not YAML: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  const parsed = z.array(item).safeParse(value ?? []);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [at, ...field] = issue?.path ?? [];
  const where =
    typeof at === 'number' ? `${word} ${at + 1}${field.length > 0 ? `, ${field.join('.')}` : ''}` : 'the list';
  throw new Sentence(`${name}, ${where}: ${issue?.message ?? 'is not as docs/proving.md says'}`);
}
