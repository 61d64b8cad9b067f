import type { Page } from 'playwright-core';
import { poll } from '../../../src/embedded/poll';
import type { Visitor } from './shop';

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
  const said: string[] = [];
  await page.exposeFunction('onToast', (text: string) => void said.push(text));
  await page.addInitScript(LISTENER);
  return said;
}

/** Waits for an unconsumed toast with this text. @throws Error with the recorded toasts. */
export async function expectToast({ said }: Visitor, words: string | RegExp): Promise<void> {
  const isIt = (text: string) =>
    typeof words === 'string' ? text.includes(words) : words.test(text);
  if (!(await poll(() => said.some(isIt), TIMEOUT_MS)))
    throw new Error(`No toast ${String(words)}, but: ${said.join(' | ')}`);
  said.splice(said.findIndex(isIt), 1);
}
