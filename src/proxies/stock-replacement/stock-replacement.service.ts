import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { unitNotFound, unitNotSold } from '../../catalog/catalog.errors';
import { StockService, type UnitReplacement } from '../../catalog/stock/stock.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { GatewayCommandService } from '../connections/gateway-command.service';
import { withMessage } from '../../common/http/api.decorators';
import { MailService } from '../../mail/mail.service';
import { Proxy } from '../proxy.entity';
import type { ReplacedUnitData } from './stock-replacement.dto';

/** A proxy in use and the unit of stock behind it. */
export interface ProxyOnUnit {
  readonly id: number;
  readonly unitId: number;
  readonly orderId: number;
  readonly address: string;
  /** ISO code of the unit. */
  readonly country: string;
  readonly expiresAt: Date;
  readonly customer: { readonly name: string; readonly email: string };
}

export const SELECT_PROXY_ON_UNIT = `SELECT p.id, s.id AS "unitId", p.order_id AS "orderId", p.ip AS address,
    e.country::text AS country, p.expires_at AS "expiresAt", json_build_object('name', u.name, 'email', u.email) AS customer
  FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
  JOIN proxy p ON p.order_id = s.order_id AND p.ip = s.address
  JOIN proxy_order o ON o.id = p.order_id JOIN users u ON u.id = p.user_id
  WHERE p.status <> 'expired' AND p.expires_at > now() AND p.refunded_at IS NULL AND o.status <> 'refunded'`;

/** Replaces the unit of stock behind a proxy, whose credentials and endpoint stay. */
@Injectable()
export class StockReplacementService {
  private readonly logger = new Logger(StockReplacementService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly stock: StockService,
    private readonly gateways: GatewayCommandService,
    private readonly audit: AuditService,
    private readonly mail: MailService,
  ) {}

  /**
   * Gives the proxy of a unit another free one of the same country that outlives it, withdraws the old one and ends the
   * connections through it. The customer gets a mail, or nothing is done.
   */
  async replace(actor: Actor, unitId: number, reason: string): Promise<ReplacedUnitData> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const bought = await manager.query<unknown[]>(
        `SELECT FROM stock_unit WHERE id = $1 AND upstream_url_encrypted IS NOT NULL`,
        [unitId],
      );
      if (!bought.length) throw unitNotFound();
      // Refunds, renewals and the expiry of the proxy come first, or wait.
      const [proxy] = await manager.query<ProxyOnUnit[]>(
        `${SELECT_PROXY_ON_UNIT} AND s.id = $1 FOR NO KEY UPDATE OF p`,
        [unitId],
      );
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
      await this.mailReplaced(proxy, newAddress);
      return withMessage(
        { proxy_id: proxyId, old_address: oldAddress, new_address: newAddress },
        'The address is replaced.',
      );
    });
  }

  /**
   * Gives a locked proxy another unit and, after the commit, ends the connections through the old one. Requires an open
   * unit of work.
   * @returns the new address.
   */
  async replaceUnit(proxy: ProxyOnUnit, how: Omit<UnitReplacement, 'until'>): Promise<string> {
    const { id, unitId, orderId, country, address, expiresAt: until } = proxy;
    const unit = { id: unitId, orderId, country, address };
    const other = await this.stock.replace(unit, { ...how, until });
    await this.uow
      .requireTransaction()
      .update(Proxy, { id }, { ip: other.address, exitNodeId: other.exitNodeId });
    await this.uow.afterCommit(() => this.endConnections(id));
    return other.address;
  }

  /** The customer may have written the old address into the settings of a target. */
  private async mailReplaced({ id, address, customer }: ProxyOnUnit, other: string): Promise<void> {
    await this.mail.enqueueTemplate(customer.email, () => ({
      subject: `The address of your proxy #${id} has changed`,
      heading: 'Your proxy has a new address',
      paragraphs: [
        `Hello ${customer.name},`,
        `The address ${address} of your datacenter proxy #${id} did not work any more. We replaced it by ${other} in the same country, at no cost.`,
        'Host, port, user name and password stay as they are. Where you have allowed the old address at a target, allow the new one instead.',
      ],
      closing: 'Questions? Reply to this email or open the support page.',
    }));
  }

  /** New connections use the new unit already; a gateway that does not answer leaves the old ones to end by themselves. */
  private async endConnections(proxyId: number): Promise<void> {
    const command = { kind: 'close', connectionId: null, withTargets: false } as const;
    const result = await this.gateways.send(proxyId, command);
    if (!result?.isComplete)
      this.logger.warn({ proxyId }, 'Connections through a replaced address may be open still');
  }
}
