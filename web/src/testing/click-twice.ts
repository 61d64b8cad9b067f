import { getConfig } from '@testing-library/react';

/**
 * Clicks twice in one task, as a busy page receives two taps: promises settle in between, but no
 * timer runs and nothing that waits for one is rendered.
 */
export const clickTwice = (button: HTMLElement): Promise<void> =>
  // Outside act(), which would render everything at its end.
  getConfig().asyncWrapper(async () => {
    button.click();
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    button.click();
  });
