import type { Page } from 'playwright-core';
import { poll } from '../../../src/embedded/poll';
import type { TestPage } from './browser-test-app';

const TIMEOUT_MS = 30_000;

const LISTENER = `{
  const seen = new WeakSet();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('.ant-message-notice')) {
      if (seen.has(toast) || !toast.checkVisibility()) continue;
      seen.add(toast);
      window.onToast(toast.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
}`;

/** Records toasts from now on: a toast may be gone when a test looks for it. */
export async function recordToasts(page: Page): Promise<string[]> {
  const toasts: string[] = [];
  await page.exposeFunction('onToast', (text: string) => void toasts.push(text));
  await page.addInitScript(LISTENER);
  return toasts;
}

/** Waits for an unconsumed toast with this text. @throws Error with the recorded toasts. */
export async function expectToast({ toasts }: TestPage, expected: string | RegExp): Promise<void> {
  const matches = (text: string) =>
    typeof expected === 'string' ? text.includes(expected) : expected.test(text);
  if (!(await poll(() => toasts.some(matches), TIMEOUT_MS)))
    throw new Error(`No toast ${String(expected)}, but: ${toasts.join(' | ')}`);
  toasts.splice(toasts.findIndex(matches), 1);
}
