import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { poll } from '../../../src/embedded/poll';

let source: Promise<string> | undefined;

const GUIDELINES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** All that depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) {
    source ??= readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(await source);
  }
  // Passed checks are the most by far, and nobody reads them.
  const all = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const results = (await page.evaluate(`axe.run(document, ${all})`)) as AxeResults;
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Serious and critical findings of axe, one line each. */
export const findSeriousViolations = (page: Page): Promise<string[]> =>
  runAxe(page, {
    runOnly: { type: 'tag', values: GUIDELINES },
    rules: { 'target-size': { enabled: true } },
  });

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' });
}

/** The same in both themes, light first, for one page. The dark theme differs in its colours only. */
export async function findSeriousViolationsInBothThemes(page: Page): Promise<string[]> {
  await showTheme(page, 'light');
  const light = await findSeriousViolations(page);
  await showTheme(page, 'dark');
  const dark = await runAxe(page, { runOnly: { type: 'rule', values: COLOUR_RULES } });
  return [
    ...light.map((finding) => `light: ${finding}`),
    ...dark.map((finding) => `dark: ${finding}`),
  ];
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

/** The same two frames later, when the page has followed the width of the window; null while it loads rows. */
const SETTLED_OVERFLOW = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(document.querySelector('[aria-busy="true"]') ? null : ${OVERFLOW}),
)))`;

/** Horizontal overflow in pixels by window width; only widths with overflow. */
export async function findHorizontalOverflow(page: Page): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    let over: number | null = null;
    const fits = async () => {
      over = await page.evaluate<number | null>(SETTLED_OVERFLOW);
      return over !== null && over <= 0;
    };
    if (!(await poll(fits, TIMEOUT_MS))) found[width] = over ?? Infinity;
  }
  return found;
}
