/**
 * No time passes any more but what a test moves by hand, so that no block or code ends by itself while
 * a slow machine is at it. Ends with `jest.restoreAllMocks()`.
 */
export const freezeTime = (): void => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
};
