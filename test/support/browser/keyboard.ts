import type { Locator, Page } from 'playwright-core';

const MAX_STOPS = 40;

/** The focused element when neither it nor its wrapper has a visible focus indicator. */
const WITHOUT_FOCUS_INDICATOR = `(() => {
  const active = document.activeElement;
  // Past the last stop, on the way to the first.
  if (active === document.body) return null;
  const hasIndicator = (element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const around = active.closest('label, .ant-input-affix-wrapper, .ant-select');
  return hasIndicator(active) || hasIndicator(around) ? null : active.outerHTML.slice(0, 120);
})()`;

/** Presses Tab until `target` has the focus. @returns the stops without a visible focus indicator */
export async function tabTo(page: Page, target: Locator): Promise<string[]> {
  const invisible: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const unseen: string | null = await page.evaluate(WITHOUT_FOCUS_INDICATOR);
    if (unseen !== null) invisible.push(unseen);
    if (await hasFocus(target)) return invisible;
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);
