import { session } from './session';

const inFlight = new Map<string, Promise<unknown>>();

/** Nothing of one session may be handed to the next. */
export const clearInFlight = (): void => inFlight.clear();
session.onEnd(clearInFlight);

/**
 * Joins an identical request that is still in flight instead of sending it again: a second tap can
 * come before React has drawn the button as pending.
 */
export function shareInFlight<T>(key: string, send: () => Promise<T>): Promise<T> {
  const pending = inFlight.get(key);
  if (pending) return pending as Promise<T>;
  const request = send().finally(() => {
    if (inFlight.get(key) === request) inFlight.delete(key);
  });
  inFlight.set(key, request);
  return request;
}
