/** What Jest tells of a test that has ended. */
interface Ended {
  status: string;
  fullName: string;
}

/** Says when the first test has ended, counted from the change of a source, and each that fails, before its file has ended. */
export default class FirstResult {
  #isFirst = true;

  onTestCaseResult(_file: unknown, { status, fullName }: Ended): void {
    const failed = status === 'failed';
    if (!failed && (!this.#isFirst || status !== 'passed')) return;
    const after = ((Date.now() - Number(process.env['CHANGED_AT'])) / 1000).toFixed(1);
    process.stdout.write(`${failed ? '✗' : '✓'} ${fullName}${this.#isFirst ? `, ${after} s after the change` : ''}\n`);
    this.#isFirst = false;
  }
}
