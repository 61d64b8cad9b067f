import { Injectable, Logger } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import type { GatewayCommand } from '../../../common/gateway/gateway-command';
import type { Endpoint } from '../../../catalog/catalog.types';
import { EndpointService } from '../../../catalog/exits/endpoint.service';
import { decrypt } from '../../../common/crypto/cipher';
import { MINUTE } from '../../../common/time/clock';
import { AppConfig } from '../../../config/app-config';
import { isUniqueViolation } from '../../../database/pg-errors';
import { UnitOfWork } from '../../../database/unit-of-work';
import {
  ProxyProvider,
  type ChangeResult,
  type CloseConnectionsResult,
  type ConnectionsResult,
  type DeliveredUnit,
  type ExtendRequest,
  type ExtendResult,
  type Extension,
  type ExtensionLookup,
  type LookupRequest,
  type LookupResult,
  type MonthlyUsage,
  type ProvisionRequest,
  type ProvisionResult,
  type ProxyConfig,
  type ReissueResult,
  type RetractResult,
  type UsageChanges,
  type UsageReading,
} from '../../ports/proxy-provider.port';
import type { DailyUsage } from '../../proxy.types';
import { GatewayAccountRepository, type GatewayAccountRow } from './gateway-account.repository';
import { accountContext } from './gateway-account.encrypted-columns';
import { GatewayCommandService } from './gateway-command.service';
import { GatewayExtensionRepository } from './gateway-extension.repository';
import { GatewayMeterRepository, type MeterPosition } from './gateway-meter.repository';
import { GatewayRotationRepository } from './gateway-rotation.repository';
import { toConnectionList } from './connection-list';
import {
  buildGatewayAccounts,
  generateCredentials,
  type GatewayAccountKeys,
} from './gateway-account.factory';

const MAX_USERNAME_ATTEMPTS = 3;

/** Delivers proxies by inserting accounts of the embedded gateway; they work after the commit. */
@Injectable()
export class EmbeddedProvider extends ProxyProvider {
  readonly name = 'embedded';
  readonly cancelMissingAfterMs = MINUTE;
  private readonly logger = new Logger(EmbeddedProvider.name);
  private readonly keys: GatewayAccountKeys;

  constructor(
    config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly accounts: GatewayAccountRepository,
    private readonly endpoints: EndpointService,
    private readonly extensions: GatewayExtensionRepository,
    private readonly meter: GatewayMeterRepository,
    private readonly rotations: GatewayRotationRepository,
    private readonly commands: GatewayCommandService,
  ) {
    super();
    this.keys = { digest: config.key('proxy-credential'), encryption: config.key('secrets') };
  }

  async provision(request: ProvisionRequest): Promise<ProvisionResult> {
    this.uow.assertNoTransaction();
    const quantity = getQuantity(request);
    for (let attempt = 1; ; attempt += 1)
      try {
        const rows = await this.accounts.provision(
          request.key,
          buildGatewayAccounts(request, this.keys),
        );
        return (
          (await this.toDelivery(rows, quantity)) ?? {
            outcome: 'rejected',
            reason: 'No address was held, or the order was cancelled',
          }
        );
      } catch (error) {
        const usernameTaken = isUniqueViolation(error, 'gateway_account_username_key');
        if (!usernameTaken || attempt === MAX_USERNAME_ATTEMPTS) return this.toFailure(error);
      }
  }

  lookup({ key, quantity }: LookupRequest): Promise<LookupResult> {
    return this.find(quantity, () => this.accounts.findByKey(key));
  }

  cancel({ key, quantity }: LookupRequest): Promise<LookupResult> {
    return this.find(quantity, () => this.accounts.cancel(key));
  }

  async extend(request: ExtendRequest): Promise<ExtendResult> {
    this.uow.assertNoTransaction();
    try {
      const given = await this.extensions.extend(request);
      return given
        ? { outcome: 'extended', ...given }
        : { outcome: 'rejected', reason: 'The account has ended, or the order was cancelled' };
    } catch (error) {
      return this.toFailure(error);
    }
  }

  lookupExtension(key: string): Promise<ExtensionLookup> {
    return this.findExtension(() => this.extensions.findByKey(key));
  }

  cancelExtension(key: string): Promise<ExtensionLookup> {
    return this.findExtension(() => this.extensions.cancel(key));
  }

  async retractExtension(key: string): Promise<RetractResult> {
    this.uow.assertNoTransaction();
    try {
      const taken = await this.extensions.retract(key);
      return taken ? { outcome: 'retracted', ...taken } : { outcome: 'missing' };
    } catch (error) {
      return this.toFailure(error);
    }
  }

  reconfigure(apiId: string, { protocol, ttlMinutes, targeting }: ProxyConfig) {
    return this.applyChange(() =>
      this.accounts.reconfigure(apiId, protocol ?? null, ttlMinutes ?? null, targeting ?? null),
    );
  }

  rotateSession(apiId: string, session: string | null): Promise<ChangeResult> {
    return this.applyChange(() => this.rotations.rotate(apiId, session));
  }

  async connections(apiId: string, withTargets: boolean): Promise<ConnectionsResult> {
    const result = await this.command(apiId, { kind: 'list', connectionId: null, withTargets });
    if (result.outcome !== 'done') return result;
    return { outcome: 'done', isComplete: result.isComplete, ...toConnectionList(result.replies) };
  }

  async closeConnections(
    apiId: string,
    connectionId: string | null,
  ): Promise<CloseConnectionsResult> {
    const result = await this.command(apiId, { kind: 'close', connectionId, withTargets: false });
    if (result.outcome !== 'done') return result;
    const closed = result.replies.reduce((sum, { count }) => sum + count, 0);
    return { outcome: 'done', isComplete: result.isComplete, closed };
  }

  suspend(apiId: string): Promise<ChangeResult> {
    return this.applyChange(() => this.accounts.setStatus(apiId, 'suspended'));
  }

  resume(apiId: string): Promise<ChangeResult> {
    return this.applyChange(() => this.accounts.setStatus(apiId, 'active'));
  }

  async reissueCredentials(apiId: string): Promise<ReissueResult> {
    const { username, password, passwordDigest, passwordEncrypted } = generateCredentials(
      apiId,
      this.keys,
    );
    const result = await this.applyChange(() =>
      this.accounts.setCredentials(apiId, username, passwordDigest, passwordEncrypted),
    );
    return result.outcome === 'done' ? { outcome: 'done', username, password } : result;
  }

  usage(apiIds: readonly string[]): Promise<UsageReading[]> {
    this.uow.assertNoTransaction();
    return this.meter.findReadings(apiIds);
  }

  async usageChanges(cursor: string | null, limit: number): Promise<UsageChanges> {
    this.uow.assertNoTransaction();
    const position = cursor ? (JSON.parse(cursor) as MeterPosition | null) : null;
    const { readings, next, more } = await this.meter.findChangedAfter(position, limit);
    return { readings, more, cursor: JSON.stringify(next) };
  }

  usageByMonth(apiIds: readonly string[], from: Date): Promise<MonthlyUsage[]> {
    this.uow.assertNoTransaction();
    return this.meter.usageByMonth(apiIds, from);
  }

  usageByDay(apiId: string, from: Date): Promise<DailyUsage[]> {
    this.uow.assertNoTransaction();
    return this.meter.usageByDay(apiId, from);
  }

  private async find(
    quantity: number,
    query: () => Promise<GatewayAccountRow[]>,
  ): Promise<LookupResult> {
    this.uow.assertNoTransaction();
    try {
      const rows = await query();
      return (await this.toDelivery(rows, quantity)) ?? { outcome: 'missing' };
    } catch (error) {
      return { outcome: 'unknown', reason: toReason(error) };
    }
  }

  private async findExtension(query: () => Promise<Extension | null>): Promise<ExtensionLookup> {
    this.uow.assertNoTransaction();
    try {
      const given = await query();
      return given ? { outcome: 'extended', ...given } : { outcome: 'missing' };
    } catch (error) {
      return { outcome: 'unknown', reason: toReason(error) };
    }
  }

  /** @returns null without any rows. */
  private async toDelivery(rows: GatewayAccountRow[], quantity: number) {
    if (rows.length === 0) return null;
    const current = this.endpoints.preferred;
    const endpoints = await this.endpoints.findAll(
      rows.map(({ exitAddress, ...row }) => ({ ...row, address: exitAddress, current })),
    );
    const units = rows.map((row, index) => this.toUnit(row, endpoints[index] ?? current));
    if (units.length >= quantity) return { outcome: 'delivered', units } as const;
    const reason = `${units.length} of ${quantity} addresses were held`;
    return { outcome: 'partly', units, reason } as const;
  }

  private toUnit(row: GatewayAccountRow, endpoint: Endpoint): DeliveredUnit {
    return {
      apiId: row.apiId,
      ...endpoint,
      username: row.username,
      password: decrypt(this.keys.encryption, accountContext(row.apiId), row.passwordEncrypted),
      ip: row.exitAddress,
      sessionId: row.sessionId,
      limitBytes: row.limitBytes === null ? null : BigInt(row.limitBytes),
      expiresAt: row.expiresAt,
    };
  }

  private async applyChange(statement: () => Promise<boolean>): Promise<ChangeResult> {
    this.uow.assertNoTransaction();
    try {
      return { outcome: (await statement()) ? 'done' : 'missing' };
    } catch (error) {
      return this.toFailure(error);
    }
  }

  private async command(apiId: string, command: GatewayCommand) {
    this.uow.assertNoTransaction();
    try {
      const result = await this.commands.send(apiId, command);
      return result ? ({ outcome: 'done', ...result } as const) : ({ outcome: 'missing' } as const);
    } catch (error) {
      return this.toFailure(error);
    }
  }

  /** A statement refused by the database had no effect; after a lost connection the effect is unknown. */
  private toFailure(error: unknown) {
    this.logger.warn({ err: error }, 'The gateway accounts could not be written');
    const refused = /^(22|23)/.test(getSqlState(error));
    return { outcome: refused ? 'rejected' : 'unknown', reason: toReason(error) } as const;
  }
}

const getQuantity = ({ order }: ProvisionRequest): number =>
  order.type === 'individual_ipv4' ? order.quantity : 1;

const getSqlState = (error: unknown): string =>
  error instanceof QueryFailedError ? ((error.driverError as { code?: string }).code ?? '') : '';

const toReason = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 300) : 'unknown error';
