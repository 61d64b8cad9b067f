import { getConfig } from '@testing-library/react';

/**
 * Two taps that a busy page takes one right after the other: between them promises go on, but no
 * timer runs and nothing that waits for one is drawn.
 */
export const tapTwice = (button: HTMLElement): Promise<void> =>
  // Not as an act of the test, which would draw everything at its end.
  getConfig().asyncWrapper(async () => {
    button.click();
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    button.click();
  });
