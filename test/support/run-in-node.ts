import { makeRunner } from '@runners/testing/make-runner';

const quickArgon2 = new URL('./quick-argon2.js', import.meta.url).href;

/** Jest's runner of test files: one for all files of a process, with the service loaded once. */
export default makeRunner({
  replaced: { '@node-rs/argon2': quickArgon2 },
  shared: [
    quickArgon2,
    ...['./documented-answers.js', './prepared-image.js'].map((name) => new URL(name, import.meta.url).href),
  ],
});
