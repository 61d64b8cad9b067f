/** Freezes Date until the end of the test. Timers and network responses still run in real time. */
export function freezeClock(now = '2026-11-20T10:00:00Z'): void {
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

/** Components show the new time at their next tick. */
export const advanceClock = (ms: number): void => void jest.setSystemTime(Date.now() + ms);
