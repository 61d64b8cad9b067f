import type { Locator } from 'playwright-core';

/** Opens an Ant Design Select and takes the option with exactly this text. */
export async function chooseOption(select: Locator, name: string): Promise<void> {
  await select.click();
  await select
    .page()
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click();
}
