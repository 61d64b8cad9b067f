import { Logger } from '@nestjs/common';
import type { AuditService } from '../../audit/audit.service';
import type { UnitOfWork } from '../../database/unit-of-work';
import type { ProxyConfigurationRepository } from '../configuration/proxy-configuration.repository';
import { ProxyReconfigurationService } from '../configuration/proxy-reconfiguration.service';
import type { ProxyLifecycleRepository } from '../lifecycle/proxy-lifecycle.repository';
import { ProviderClient } from '../ports/provider-client';
import type { ProxyProvider } from '../ports/proxy-provider.port';
import type { ProxyPasswordService } from '../proxy-password.service';
import {
  LEASE_MS,
  type ClaimedProxy,
  type ProviderSyncRepository,
} from './provider-sync.repository';
import { ProviderSyncService } from './provider-sync.service';

const proxy: ClaimedProxy = {
  id: 1,
  uuid: 'uuid',
  apiId: 'gw_1',
  status: 'suspended',
  credentialsDue: true,
  configRequest: {
    config: { protocol: 'http' },
    actor: { userId: 1, name: 'Ada', role: 'user', ip: '', userAgent: '' },
  },
  configVersion: 1,
  lease: new Date(0),
};

describe('ProviderSyncService', () => {
  const calls: { name: string; startedAt: number }[] = [];
  const postpone = jest.fn();
  let claimTakes = 0;

  const silent = (name: string) => () => {
    calls.push({ name, startedAt: performance.now() });
    return new Promise(() => undefined);
  };

  function createService(): ProviderSyncService {
    const uow = { assertNoTransaction: () => undefined } as UnitOfWork;
    const provider = new ProviderClient(uow, {
      reissueCredentials: silent('credentials'),
      reconfigure: silent('configuration'),
      suspend: silent('status'),
    } as unknown as ProxyProvider);
    const due = [[proxy], []];
    const repository = {
      claim: async () => {
        await new Promise((claimed) => setTimeout(claimed, claimTakes));
        return due.shift();
      },
      postpone,
    } as unknown as ProviderSyncRepository;
    const audit = {} as AuditService;
    return new ProviderSyncService(
      ...([uow, repository, {} as ProxyLifecycleRepository, provider] as const),
      ...([{} as ProxyPasswordService] as const),
      new ProxyReconfigurationService(uow, {} as ProxyConfigurationRepository, provider, audit),
      audit,
    );
  }

  /** Runs one sync in which the provider answers no call. @returns its time in milliseconds. */
  async function syncWithoutAnswers(): Promise<number> {
    const start = performance.now();
    const done = createService().syncDue();
    await jest.runAllTimersAsync();
    await done;
    return performance.now() - start;
  }

  beforeEach(() => {
    jest.useFakeTimers();
    calls.length = 0;
    postpone.mockClear();
    for (const level of ['error', 'warn'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  // spec: M14.2
  it('should end all calls of a lease before the lease, when each takes its timeout', async () => {
    claimTakes = 0;
    expect(await syncWithoutAnswers()).toBeLessThan(LEASE_MS);
    expect(calls.map(({ name }) => name)).toEqual(['credentials', 'configuration', 'status']);
    expect(postpone).toHaveBeenCalledTimes(1);
  });

  // spec: M14.2
  it('should start no call that could outlast the lease', async () => {
    claimTakes = 10_000;
    expect(await syncWithoutAnswers()).toBeLessThan(LEASE_MS + claimTakes);
    expect(calls.map(({ name }) => name)).toEqual(['credentials', 'configuration']);
    expect(postpone).not.toHaveBeenCalled();
  });
});
