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
