import { session } from './session';

const inFlight = new Map<string, Promise<unknown>>();

/** Responses of one session must not reach the next. */
export const clearInFlight = (): void => inFlight.clear();
session.onEnd(clearInFlight);

/**
 * Joins an identical request in flight instead of sending it again: a second tap may arrive before
 * React has disabled the button.
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
