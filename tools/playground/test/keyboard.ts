import type { Page } from 'playwright-core';

/** The elements that a person can use, in the dialog that is open or in the whole page, as a script of the page. */
const usable = `[...(document.querySelector('dialog[open]') ?? document).querySelectorAll(
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]')].filter((one) => one.tabIndex >= 0 && one.checkVisibility())`;

/** The element that has the focus: its place among those that can be used, and whether it shows that it has it. */
const focused = `(() => {
  const { activeElement: one } = document;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
  return [${usable}.indexOf(one), (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'];
})()`;

/** What of a page the Tab key does not reach, or what does not show that it has the focus; as the beginning of its HTML. */
export async function unreachedOf(page: Page): Promise<string[]> {
  const all = await page.evaluate<string[]>(`${usable}.map((one) => one.outerHTML.slice(0, 80))`);
  const [reached, unseen] = [new Set<number>(), new Set<number>()];
  for (let presses = 0; presses < all.length + 3 && reached.size < all.length; presses++) {
    await page.keyboard.press('Tab');
    const [at, isSeen] = await page.evaluate<[number, boolean]>(focused);
    // After the last one, the focus leaves the page for a moment.
    if (at >= 0) reached.add(at);
    if (!isSeen) unseen.add(at);
  }
  return all.flatMap((one, at) =>
    !reached.has(at) ? [`not reached: ${one}`] : unseen.has(at) ? [`does not show the focus: ${one}`] : [],
  );
}
