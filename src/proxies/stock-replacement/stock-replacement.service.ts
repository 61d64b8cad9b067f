import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { unitNotFound, unitNotSold } from '../../catalog/catalog.errors';
import { StockService, type UnitReplacement } from '../../catalog/stock/stock.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { GatewayCommandService } from '../connections/gateway-command.service';
import { type ProxyOnUnit, StockReplacementRepository } from './stock-replacement.repository';
import type { StockReplacement } from './stock-replacement.types';

/** Replaces the unit of stock behind a proxy, whose credentials and endpoint stay. */
@Injectable()
export class StockReplacementService {
  private readonly logger = new Logger(StockReplacementService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: StockReplacementRepository,
    private readonly stock: StockService,
    private readonly gateways: GatewayCommandService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Gives the proxy of a unit another free one of the same country that outlives it, withdraws the old one and ends the
   * connections through it. Joins an open unit of work.
   * @throws DomainError not_found UNIT_NOT_FOUND, conflict UNIT_NOT_SOLD, NO_REPLACEMENT.
   */
  async replace(actor: Actor, unitId: number, reason: string): Promise<StockReplacement> {
    return this.uow.run(async () => {
      if (!(await this.repository.exists(unitId))) throw unitNotFound();
      const proxy = await this.repository.lockProxy(unitId);
      if (!proxy) throw unitNotSold();
      const { id: proxyId, address: oldAddress } = proxy;
      const newAddress = await this.replaceUnit(proxy, { note: reason });
      await this.audit.record(actor, {
        action: 'system.stock_replaced',
        target: `stock_unit:${unitId}`,
        details: `Replaced ${oldAddress} by ${newAddress} behind proxy ${proxyId}. ${reason}`,
        before: { address: oldAddress },
        after: { address: newAddress },
      });
      return { proxyId, oldAddress, newAddress, customer: proxy.customer };
    });
  }

  /**
   * Gives a locked proxy another unit and, after the commit, ends the connections through the old one. Requires an open
   * unit of work.
   * @returns the new address.
   * @throws DomainError conflict UNIT_NOT_SOLD, NO_REPLACEMENT.
   */
  async replaceUnit(proxy: ProxyOnUnit, how: Omit<UnitReplacement, 'until'>): Promise<string> {
    const { unitId, orderId, country, address, expiresAt: until } = proxy;
    const unit = { id: unitId, orderId, country, address };
    const other = await this.stock.replace(unit, { ...how, until });
    await this.repository.move(proxy, other);
    await this.uow.afterCommit(() => this.endConnections(proxy));
    return other.address;
  }

  /** New connections use the new unit already; a gateway that does not answer leaves the old ones to end by themselves. */
  private async endConnections({ id }: ProxyOnUnit): Promise<void> {
    const command = { kind: 'close', connectionId: null, withTargets: false } as const;
    const result = await this.gateways.send(id, command);
    if (!result?.isComplete)
      this.logger.warn({ proxyId: id }, 'Connections through a replaced address may be open still');
  }
}
