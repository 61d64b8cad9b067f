import { isChunkError, canReload, reloadOnce } from './chunk-recovery';

describe('chunk recovery', () => {
  // jsdom logs an error instead of reloading the page.
  const reloads = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  beforeEach(() => {
    sessionStorage.clear();
    reloads.mockClear();
  });
  afterAll(() => reloads.mockRestore());

  it.each([
    'Failed to fetch dynamically imported module: https://shop.example/assets/wallet-page-x.js',
    'error loading dynamically imported module: https://shop.example/assets/wallet-page-x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/wallet-page-x.css',
  ])('should recognise a failed chunk by the message: %s', (message) =>
    expect(isChunkError(new TypeError(message))).toBe(true),
  );

  it('should not take other errors for a failed chunk', () => {
    expect(isChunkError(new TypeError('x is not a function'))).toBe(false);
    expect(isChunkError('Importing a module script failed.')).toBe(false);
  });

  it('should reload once instead of looping', () => {
    expect(reloadOnce(1_000_000)).toBe(true);
    expect([canReload(1_005_000), reloadOnce(1_005_000)]).toEqual([false, false]);
    expect(reloads).toHaveBeenCalledTimes(1);
  });

  it('should reload again after 30 seconds', () => {
    expect(reloadOnce(1_000_000)).toBe(true);
    expect(reloadOnce(1_060_000)).toBe(true);
    expect(reloads).toHaveBeenCalledTimes(2);
  });
});
