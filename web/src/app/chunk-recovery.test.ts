import { isLostChunk, mayReload, reloadOnce } from './chunk-recovery';

describe('a lost chunk', () => {
  // What jsdom says in the place of loading the page again.
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
  ])('is known by: %s', (message) => expect(isLostChunk(new TypeError(message))).toBe(true));

  it('is no other error', () => {
    expect(isLostChunk(new TypeError('x is not a function'))).toBe(false);
    expect(isLostChunk('Importing a module script failed.')).toBe(false);
  });

  it('reloads the page once, not in a loop', () => {
    expect(reloadOnce(1_000_000)).toBe(true);
    expect([mayReload(1_005_000), reloadOnce(1_005_000)]).toEqual([false, false]);
    expect(reloads).toHaveBeenCalledTimes(1);
  });

  it('may do so again with the next deploy', () => {
    expect(reloadOnce(1_000_000)).toBe(true);
    expect(reloadOnce(1_060_000)).toBe(true);
    expect(reloads).toHaveBeenCalledTimes(2);
  });
});
