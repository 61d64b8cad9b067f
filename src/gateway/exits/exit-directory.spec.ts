import { createExit as exit } from '../../../test/support/exit';
import { ExitDirectory } from './exit-directory';

describe('ExitDirectory', () => {
  it('returns the same list until an exit changes, rests or wakes', () => {
    const clock = { now: 0 };
    const directory = new ExitDirectory(() => clock.now);
    directory.replace([exit(1, { region: 'Lagos' }), exit(2, { region: 'lagos' }), exit(3)]);
    const find = (region: string | null = 'lagos') =>
      directory.findAvailable('residential', { country: 'ng', region, city: null, isp: null });
    const ids = () => find().map(({ id }) => id);
    const [first, all] = [find(), find(null)];
    expect(find('LAGOS')).toBe(first);
    expect(find(null)).toBe(all);
    directory.trip(1);
    const awake = find();
    expect(awake.map(({ id }) => id)).toEqual([2]);
    clock.now = 10_000;
    directory.trip(1);
    expect(find()).toBe(awake);
    directory.trip(2);
    expect(ids()).toEqual([1, 2]);
    clock.now = 39_999;
    expect(ids()).toEqual([1, 2]);
    clock.now = 40_000;
    expect(find(null)).toBe(all);
    expect(ids()).toEqual([1, 2]);
    directory.replace([exit(2, { region: 'lagos' })]);
    expect(ids()).toEqual([2]);
  });
});
