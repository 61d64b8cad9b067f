import { Logger } from '@nestjs/common';
import type { UnitOfWork } from '../../database/unit-of-work';
import type { ProxyProvider } from './proxy-provider.port';
import { PROVIDER_TIMEOUT_MS, ProviderClient } from './provider-client';

const request = { key: 'k', order: {} as never, reserved: [] };
const CALLS = {
  provision: (calls: ProviderClient) => calls.provision(request),
  lookup: (calls: ProviderClient) => calls.lookup({ key: 'k', quantity: 1 }),
  suspend: (calls: ProviderClient) => calls.suspend('id'),
  resume: (calls: ProviderClient) => calls.resume('id'),
  reissueCredentials: (calls: ProviderClient) => calls.reissueCredentials('id'),
};

describe('A call to the proxy provider', () => {
  const uow = { assertNoTransaction: () => undefined } as UnitOfWork;
  const callsTo = (answer: () => Promise<never>) => {
    const provider = Object.fromEntries(Object.keys(CALLS).map((name) => [name, answer]));
    return new ProviderClient(uow, provider as unknown as ProxyProvider);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  // spec: M6.3
  it.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
    'counts as unknown after twenty seconds of silence: %s',
    async (name) => {
      const answered = jest.fn();
      const silent = callsTo(() => new Promise(() => undefined));
      void CALLS[name](silent).then(answered);
      await jest.advanceTimersByTimeAsync(PROVIDER_TIMEOUT_MS - 1);
      expect(answered).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(answered).toHaveBeenCalledWith({
        outcome: 'unknown',
        reason: 'The provider did not answer in time',
      });
    },
  );

  // spec: M6.3
  it('counts as unknown when it throws, and leaves no timer behind', async () => {
    const broken = callsTo(() => Promise.reject(new Error('Unexpected token < in JSON')));
    expect(await CALLS.provision(broken)).toEqual({
      outcome: 'unknown',
      reason: 'Unexpected token < in JSON',
    });
    expect(jest.getTimerCount()).toBe(0);
  });

  // spec: M6.9
  it('is never made inside a unit of work', async () => {
    const called = jest.fn();
    const calls = new ProviderClient(
      {
        forbidden: () => {
          throw new Error('A unit of work is open');
        },
      } as unknown as UnitOfWork,
      { provision: called } as unknown as ProxyProvider,
    );
    await expect(calls.provision(request)).rejects.toThrow('A unit of work is open');
    expect(called).not.toHaveBeenCalled();
  });
});
