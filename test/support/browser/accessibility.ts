import { readFile } from 'node:fs/promises';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { poll } from '../../../src/embedded/poll';

let source: Promise<string> | undefined;

/** Serious and critical findings of axe, one line each. */
export async function findSeriousViolations(page: Page): Promise<string[]> {
  source ??= readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await source);
  const results = await page.evaluate(
    `axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"],
      rules: { "target-size": { enabled: true } },
    })`,
  );
  return (results as AxeResults).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** The same in both themes, light first, for one page. */
export async function findSeriousViolationsInBothThemes(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' });
    for (const finding of await findSeriousViolations(page))
      findings.push(`${colorScheme}: ${finding}`);
  }
  return findings;
}

/** Interactive elements below 24 by 24 px. A link within a line of text may be lower; labels and wrappers count. */
const SMALL_TARGETS = `[...document.querySelectorAll(
  'a[href], button, input, select, textarea, summary, [role=button], [role=switch], [role=tab], [role=menuitem]',
)].flatMap((element) => {
  const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (!isVisible || element.disabled || getComputedStyle(element).display === 'inline') return [];
  const target = element.closest(
    'label, .ant-select, .ant-input-affix-wrapper, .ant-picker, .ant-tabs-tab, .ant-pagination > li',
  ) ?? element;
  // Half a pixel for fractions of pixels; what is one pixel large is for screen readers.
  const { width, height } = target.getBoundingClientRect();
  return Math.min(width, height) <= 1 || Math.min(width, height) >= 23.5
    ? []
    : [element.outerHTML.slice(0, 120) + ' ' + width + ' x ' + height];
})`;

/** Targets of the page that are too small for a finger, one line each. */
export const findSmallTargets = (page: Page): Promise<string[]> => page.evaluate(SMALL_TARGETS);

/** Narrowest last: the next page opens at that width. */
const WIDTHS = [1920, 1280, 1024, 768, 390, 320];
const TIMEOUT_MS = 10_000;

/** Overflow of the page over the window and of each table over its parent. */
const OVERFLOW = `Math.max(...[document.documentElement, ...document.querySelectorAll('table')].map(
  (element) => element.tagName === 'TABLE'
    ? element.offsetWidth - element.parentElement.clientWidth
    : element.scrollWidth - element.clientWidth,
))`;

/** Horizontal overflow in pixels by window width; only widths with overflow. */
export async function findHorizontalOverflow(page: Page): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    // Tables become cards a moment after the window has become narrow.
    let over = 0;
    const fits = async () => (over = await page.evaluate<number>(OVERFLOW)) <= 0;
    if (!(await poll(fits, TIMEOUT_MS))) found[width] = over;
  }
  return found;
}
