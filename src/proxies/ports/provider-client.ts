import { Injectable, Logger } from '@nestjs/common';
import { SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  ProxyProvider,
  type ChangeResult,
  type CloseConnectionsResult,
  type ConnectionsResult,
  type ExtendRequest,
  type ExtendResult,
  type ExtensionLookup,
  type LookupRequest,
  type LookupResult,
  type ProvisionRequest,
  type ProxyConfig,
  type ProvisionResult,
  type ReissueResult,
  type RetractResult,
} from './proxy-provider.port';

/** Of a purchase and of its lookups. */
export const PROVIDER_TIMEOUT_MS = 20 * SECOND;
/** Of a change of a delivered proxy; several of them share one lease, see `LEASE_MS`. */
export const CHANGE_TIMEOUT_MS = 8 * SECOND;

/** Calls the provider with a timeout; a timeout or an exception becomes the outcome `unknown`. */
@Injectable()
export class ProviderClient {
  private readonly logger = new Logger(ProviderClient.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly provider: ProxyProvider,
  ) {}

  get name(): string {
    return this.provider.name;
  }

  get cancelMissingAfterMs(): number {
    return this.provider.cancelMissingAfterMs;
  }

  provision(request: ProvisionRequest): Promise<ProvisionResult> {
    return this.callWithTimeout(() => this.provider.provision(request));
  }

  lookup(request: LookupRequest): Promise<LookupResult> {
    return this.callWithTimeout(() => this.provider.lookup(request));
  }

  cancel(request: LookupRequest): Promise<LookupResult> {
    return this.callWithTimeout(() => this.provider.cancel(request));
  }

  extend(request: ExtendRequest): Promise<ExtendResult> {
    return this.callWithTimeout(() => this.provider.extend(request));
  }

  lookupExtension(key: string): Promise<ExtensionLookup> {
    return this.callWithTimeout(() => this.provider.lookupExtension(key));
  }

  cancelExtension(key: string): Promise<ExtensionLookup> {
    return this.callWithTimeout(() => this.provider.cancelExtension(key));
  }

  retractExtension(key: string): Promise<RetractResult> {
    return this.callWithTimeout(() => this.provider.retractExtension(key));
  }

  suspend(apiId: string): Promise<ChangeResult> {
    return this.change(() => this.provider.suspend(apiId));
  }

  resume(apiId: string): Promise<ChangeResult> {
    return this.change(() => this.provider.resume(apiId));
  }

  reissueCredentials(apiId: string): Promise<ReissueResult> {
    return this.change(() => this.provider.reissueCredentials(apiId));
  }

  reconfigure(apiId: string, config: ProxyConfig): Promise<ChangeResult> {
    return this.change(() => this.provider.reconfigure(apiId, config));
  }

  rotateSession(apiId: string, session: string | null): Promise<ChangeResult> {
    return this.change(() => this.provider.rotateSession(apiId, session));
  }

  connections(apiId: string, withTargets: boolean): Promise<ConnectionsResult> {
    return this.change(() => this.provider.connections(apiId, withTargets));
  }

  closeConnections(apiId: string, connectionId: string | null): Promise<CloseConnectionsResult> {
    return this.change(() => this.provider.closeConnections(apiId, connectionId));
  }

  private change<T>(call: () => Promise<T>) {
    return this.callWithTimeout(call, CHANGE_TIMEOUT_MS);
  }

  private async callWithTimeout<T>(
    call: () => Promise<T>,
    timeoutMs = PROVIDER_TIMEOUT_MS,
  ): Promise<T | { outcome: 'unknown'; reason: string }> {
    this.uow.assertNoTransaction();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<{ outcome: 'unknown'; reason: string }>((resolve) => {
      timer = setTimeout(
        () => resolve({ outcome: 'unknown', reason: 'The provider did not answer in time' }),
        timeoutMs,
      );
    });
    try {
      return await Promise.race([call(), timeout]);
    } catch (error) {
      this.logger.error({ err: error }, 'A provider call threw');
      return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
    }
  }
}
