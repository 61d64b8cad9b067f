import { Logger } from '@nestjs/common';
import type { UnitOfWork } from '../../database/unit-of-work';
import type { ProxyProvider } from './proxy-provider.port';
import { CHANGE_TIMEOUT_MS, PROVIDER_TIMEOUT_MS, ProviderClient } from './provider-client';

const request = { key: 'k', order: {} as never, reserved: [] };
const CALLS = {
  provision: (client: ProviderClient) => client.provision(request),
  lookup: (client: ProviderClient) => client.lookup({ key: 'k', quantity: 1 }),
  extend: (client: ProviderClient) =>
    client.extend({ key: 'k', apiId: 'id', addBytes: 0n, extendMinutes: 1 }),
  lookupExtension: (client: ProviderClient) => client.lookupExtension('k'),
  cancelExtension: (client: ProviderClient) => client.cancelExtension('k'),
  retractExtension: (client: ProviderClient) => client.retractExtension('k'),
  suspend: (client: ProviderClient) => client.suspend('id'),
  resume: (client: ProviderClient) => client.resume('id'),
  reissueCredentials: (client: ProviderClient) => client.reissueCredentials('id'),
  reconfigure: (client: ProviderClient) => client.reconfigure('id', { protocol: 'http' }),
  rotateSession: (client: ProviderClient) => client.rotateSession('id', null),
  connections: (client: ProviderClient) => client.connections('id', false),
  closeConnections: (client: ProviderClient) => client.closeConnections('id', null),
};
const TIMEOUTS: Record<keyof typeof CALLS, number> = {
  provision: PROVIDER_TIMEOUT_MS,
  lookup: PROVIDER_TIMEOUT_MS,
  extend: PROVIDER_TIMEOUT_MS,
  lookupExtension: PROVIDER_TIMEOUT_MS,
  cancelExtension: PROVIDER_TIMEOUT_MS,
  retractExtension: PROVIDER_TIMEOUT_MS,
  suspend: CHANGE_TIMEOUT_MS,
  resume: CHANGE_TIMEOUT_MS,
  reissueCredentials: CHANGE_TIMEOUT_MS,
  reconfigure: CHANGE_TIMEOUT_MS,
  rotateSession: CHANGE_TIMEOUT_MS,
  connections: CHANGE_TIMEOUT_MS,
  closeConnections: CHANGE_TIMEOUT_MS,
};

describe('ProviderClient', () => {
  const uow = { assertNoTransaction: () => undefined } as UnitOfWork;
  const createClient = (answer: () => Promise<never>) => {
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
    'should answer unknown when %s takes longer than its timeout',
    async (name) => {
      const onAnswer = jest.fn();
      const client = createClient(() => new Promise(() => undefined));
      void CALLS[name](client).then(onAnswer);
      await jest.advanceTimersByTimeAsync(TIMEOUTS[name] - 1);
      expect(onAnswer).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(onAnswer).toHaveBeenCalledWith({
        outcome: 'unknown',
        reason: 'The provider did not answer in time',
      });
    },
  );

  // spec: M6.3
  it('should answer unknown when the provider throws, and clear the timer', async () => {
    const client = createClient(() => Promise.reject(new Error('Unexpected token < in JSON')));
    expect(await CALLS.provision(client)).toEqual({
      outcome: 'unknown',
      reason: 'Unexpected token < in JSON',
    });
    expect(jest.getTimerCount()).toBe(0);
  });

  // spec: M6.9
  it('should refuse a call inside a unit of work', async () => {
    const called = jest.fn();
    const client = new ProviderClient(
      {
        assertNoTransaction: () => {
          throw new Error('A unit of work is open');
        },
      } as unknown as UnitOfWork,
      { provision: called } as unknown as ProxyProvider,
    );
    await expect(client.provision(request)).rejects.toThrow('A unit of work is open');
    expect(called).not.toHaveBeenCalled();
  });
});
