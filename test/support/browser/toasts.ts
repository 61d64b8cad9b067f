import type { Page } from 'playwright-core';
import { poll } from '../../../src/embedded/poll';
import type { Visitor } from './shop';

const LONGEST_MS = 30_000;

const LISTENER = `{
  const heard = new WeakSet();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('.ant-message-notice')) {
      if (heard.has(toast) || !toast.checkVisibility()) continue;
      heard.add(toast);
      window.hearToast(toast.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
}`;

/** From now on, what the page says in passing is kept: a toast may be gone when a test looks for it. */
export async function listenToToasts(page: Page): Promise<string[]> {
  const said: string[] = [];
  await page.exposeFunction('hearToast', (text: string) => void said.push(text));
  await page.addInitScript(LISTENER);
  return said;
}

/** Waits until a toast has said it, now or since the last that was asked for. @throws Error with what was said. */
export async function hears({ said }: Visitor, words: string | RegExp): Promise<void> {
  const isIt = (text: string) =>
    typeof words === 'string' ? text.includes(words) : words.test(text);
  if (!(await poll(() => said.some(isIt), LONGEST_MS)))
    throw new Error(`Nobody said ${String(words)}, but: ${said.join(' | ')}`);
  said.splice(said.findIndex(isIt), 1);
}
