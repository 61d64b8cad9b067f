import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `ask` every `everyMs` until its result is neither undefined nor false.
 * @returns the result, or undefined after `withinMs`.
 */
export async function poll<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs: number,
  everyMs = 50,
): Promise<T | undefined> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() >= deadline) return undefined;
    await sleep(everyMs);
  }
}
