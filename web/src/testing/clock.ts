/**
 * Stops the clock until the end of the test; only the test moves it on. Timers run as ever, and so do
 * the server's answers: however long they take, it is not later for that.
 */
export function holdClock(now = '2026-11-20T10:00:00Z'): void {
  jest.useFakeTimers({
    now: new Date(now),
    doNotFake: [
      'cancelAnimationFrame',
      'cancelIdleCallback',
      'clearImmediate',
      'clearInterval',
      'clearTimeout',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'requestAnimationFrame',
      'requestIdleCallback',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ],
  });
}

/** What is to be seen of it comes with the next tick of whoever looks at the clock. */
export const passTime = (ms: number): void => void jest.setSystemTime(Date.now() + ms);
