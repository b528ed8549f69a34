import { fileURLToPath } from 'node:url';

const at = (name: string) =>
  fileURLToPath(new URL(`../../../../../tools/prove/test/recorded/${name}`, import.meta.url));

/** Where the recorded set is: the data of the old service, what it has answered, and the rules that explain differences. */
export const recordedSet = {
  bundle: at('bundle'),
  exchanges: at('exchanges.jsonl.gz'),
  rules: at('rules.yaml'),
} as const;
