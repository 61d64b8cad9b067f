import { mayReload } from './chunk-recovery';

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
});
