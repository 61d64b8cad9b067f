import type { Locator, Page } from 'playwright-core';

const MOST_STOPS = 40;

/** The name of what has the focus when neither it nor what it stands in shows so. */
const RINGLESS = `(() => {
  const active = document.activeElement;
  // Past the last stop, on the way to the first.
  if (active === document.body) return null;
  const shows = (element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const around = active.closest('label, .ant-input-affix-wrapper, .ant-select');
  return shows(active) || shows(around) ? null : active.outerHTML.slice(0, 120);
})()`;

/** Goes from stop to stop with Tab until `target` has the focus. @returns the stops that did not show it */
export async function tabTo(page: Page, target: Locator): Promise<string[]> {
  const ringless: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const unseen: string | null = await page.evaluate(RINGLESS);
    if (unseen !== null) ringless.push(unseen);
    if (await hasFocus(target)) return ringless;
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);
