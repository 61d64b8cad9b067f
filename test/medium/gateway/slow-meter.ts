import { LiveConnection } from '../../../src/gateway/meter/live-connection';

/**
 * Makes the meter allow 1,000 bytes at first and, whenever that is used up, so many more a millisecond later. Until
 * `jest.restoreAllMocks()`.
 * @returns the calls of those who wait for more.
 */
export function slowMeter(more: number): jest.SpyInstance {
  let allowance = 1_000;
  const take = jest.spyOn(LiveConnection.prototype, 'take');
  take.mockImplementation(function (this: LiveConnection, direction, bytes) {
    const allowed = this.account.take(direction, Math.min(bytes, allowance));
    allowance -= allowed;
    return allowed;
  });
  return jest.spyOn(LiveConnection.prototype, 'onMore').mockImplementation((resume) => {
    setTimeout(() => {
      allowance = more;
      resume();
    }, 1);
  });
}
