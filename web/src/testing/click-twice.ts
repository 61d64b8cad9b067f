import { getConfig } from '@testing-library/react';

/**
 * Clicks twice in one task, like two quick taps on a busy page: microtasks run in between, but no
 * timers and no rendering that waits for one.
 */
export const clickTwice = (button: HTMLElement): Promise<void> =>
  // Outside act(), which would render at its end.
  getConfig().asyncWrapper(async () => {
    button.click();
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    button.click();
  });
