import { mayReload, reloadOnceOnLostChunk } from './chunk-recovery';

describe('a lost chunk', () => {
  beforeEach(() => sessionStorage.clear());

  it('reloads the page once, not in a loop', () => {
    expect(mayReload(1_000_000)).toBe(true);
    expect(mayReload(1_005_000)).toBe(false);
  });

  it('may do so again with the next deploy', () => {
    expect(mayReload(1_000_000)).toBe(true);
    expect(mayReload(1_060_000)).toBe(true);
  });

  it('is swallowed by the reload, and told by the page when it is lost again', () => {
    // What jsdom says in the place of loading the page again.
    const reloads = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    reloadOnceOnLostChunk();
    const lose = () => {
      const event = new Event('vite:preloadError', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([lose(), lose(), lose()]).toEqual([true, false, false]);
    expect(reloads).toHaveBeenCalledTimes(1);
    reloads.mockRestore();
  });
});
