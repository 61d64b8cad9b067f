/**
 * Freezes `Date.now()`, so that no block or code expires by itself on a slow machine; tests advance time
 * themselves. Ends with `jest.restoreAllMocks()`.
 */
export const freezeTime = (): void => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
};
