import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { poll } from '../../../src/embedded/poll';

let source: Promise<string> | undefined;

const GUIDELINES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** All that depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function runAxe(page: Page, options: RunOptions, within: string): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) {
    source ??= readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(await source);
  }
  // Passed checks are the most by far, and nobody reads them; no rule of ours reads preloaded styles or media.
  const all = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false });
  const results = (await page.evaluate(`axe.run(${JSON.stringify(within)}, ${all})`)) as AxeResults;
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

const ALL_RULES: RunOptions = {
  runOnly: { type: 'tag', values: GUIDELINES },
  rules: { 'target-size': { enabled: true } },
};
const BESIDE_COLOURS: RunOptions = {
  ...ALL_RULES,
  rules: {
    ...ALL_RULES.rules,
    ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  },
};

/** Serious and critical findings of axe, one line each. */
export const findSeriousViolations = (page: Page, within = 'html'): Promise<string[]> =>
  runAxe(page, ALL_RULES, within);

/** The same but for colours, which do not depend on the width of the window. */
export const findSeriousViolationsBesideColours = (page: Page, within = 'html') =>
  runAxe(page, BESIDE_COLOURS, within);

/** The same in both themes, which differ in their colours only. Leaves the page in the other theme. */
export async function findSeriousViolationsInBothThemes(
  page: Page,
  within = 'html',
): Promise<string[]> {
  const theme = await page.locator('html').getAttribute('data-theme');
  const other = theme === 'dark' ? 'light' : 'dark';
  const found = await findSeriousViolations(page, within);
  await page.emulateMedia({ colorScheme: other });
  await page.locator(`html[data-theme="${other}"]`).waitFor({ state: 'attached' });
  const inOther = await runAxe(page, { runOnly: { type: 'rule', values: COLOUR_RULES } }, within);
  return [
    ...found.map((finding) => `${theme}: ${finding}`),
    ...inOther.map((finding) => `${other}: ${finding}`),
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

/** From here on tables stand in the place of cards. */
const WIDE_FROM = 1024;
const NARROW_WIDTHS = [390, 320, 768];
const WIDE_WIDTHS = [1280, 1024, 1920];
export const ALL_WIDTHS = [...NARROW_WIDTHS, ...WIDE_WIDTHS];
const TIMEOUT_MS = 10_000;
const FRAME_TIMEOUT_MS = 1_000;

/** Overflow of the page over the window and of each table over its parent. */
const OVERFLOW = `Math.max(...[document.documentElement, ...document.querySelectorAll('table')].map(
  (element) => element.tagName === 'TABLE'
    ? element.offsetWidth - element.parentElement.clientWidth
    : element.scrollWidth - element.clientWidth,
))`;

/**
 * The same two frames later, when the page has followed the width of the window; null while it loads rows, and when no
 * frame comes: headless Chromium now and then draws none after a change of the size, and would never answer.
 */
const SETTLED_OVERFLOW = `Promise.race([
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
    resolve(document.querySelector('[aria-busy="true"]') ? null : ${OVERFLOW}),
  ))),
  new Promise((resolve) => setTimeout(() => resolve(null), ${FRAME_TIMEOUT_MS})),
])`;

/**
 * Horizontal overflow in pixels by window width; only widths with overflow.
 * @param widths those of the layout that the page has
 */
export async function findHorizontalOverflow(
  page: Page,
  widths = page.viewportSize()!.width < WIDE_FROM ? NARROW_WIDTHS : WIDE_WIDTHS,
): Promise<Record<number, number>> {
  const viewport = page.viewportSize()!;
  const found: Record<number, number> = {};
  for (const width of widths) {
    await page.setViewportSize({ ...viewport, width });
    let over: number | null = null;
    const fits = async () => {
      over = await page.evaluate<number | null>(SETTLED_OVERFLOW);
      if (over === null) {
        // Has it draw again.
        await page.bringToFront();
        for (const size of [width + 1, width])
          await page.setViewportSize({ ...viewport, width: size });
      }
      return over !== null && over <= 0;
    };
    if (!(await poll(fits, TIMEOUT_MS))) found[width] = over ?? Infinity;
  }
  await page.setViewportSize(viewport);
  return found;
}
