import type { Page } from 'playwright-core';

/** On a phone toasts cover the menu button. */
async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0)
    await dismiss
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined);
}

/** The menu is a sidebar on desktop and a drawer on a phone. */
async function openMenu(page: Page, phone: boolean): Promise<void> {
  if (!phone) return;
  await dismissToasts(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
}

export async function openScreen(page: Page, phone: boolean, name: string): Promise<void> {
  await openMenu(page, phone);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

export async function signOut(page: Page, phone: boolean): Promise<void> {
  await openMenu(page, phone);
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Takes an action from the menu of a row of a page, by keyboard as on a tablet with one. */
export async function chooseAction(
  page: Page,
  name: string | RegExp,
  label: string,
): Promise<void> {
  await dismissToasts(page);
  // A dialog takes the focus back, and with it the key press, until it has closed.
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
  const button = page
    .getByRole('button', { name: typeof name === 'string' ? `Actions for ${name}` : name })
    .first();
  await button.press('Enter');
  const items = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').getByRole('menuitem');
  await items.first().waitFor();
  const getFocused = () => page.evaluate(() => document.activeElement?.textContent);
  const labels = await items.allTextContents();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'menuitem');
  // The menu moves the focus in the next frame, and begins where it was left the last time.
  for (let step = 0; step < labels.length && (await getFocused()) !== label; step++) {
    const before = await getFocused();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((text) => document.activeElement?.textContent !== text, before);
  }
  await page.keyboard.press('Enter');
}

/** Types the name of a place and selects it once the options have loaded. */
export async function choosePlace(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).filter({ visible: true }).fill(name.toLowerCase());
  await page.locator('.ant-select-item-option').filter({ hasText: name, visible: true }).click();
}
