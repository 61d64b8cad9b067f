import { Injectable } from '@nestjs/common';
import type { ReservedAddress } from '../../catalog/catalog.types';
import { UnitOfWork } from '../../database/unit-of-work';
import { Proxy } from '../proxy.entity';
import { PAID_UNTIL } from '../renewal/paid-until';
import { hasReplaceableAddress } from './replaceable-address';

/** A proxy in use and the unit of stock behind it. */
export interface ProxyOnUnit {
  readonly id: number;
  readonly unitId: number;
  readonly orderId: number;
  readonly apiId: string;
  readonly address: string;
  /** ISO code of the unit. */
  readonly country: string;
  /** Its end with the renewals that are paid. */
  readonly paidUntil: Date;
  readonly customer: { readonly name: string; readonly email: string };
}

const PROXY_ON_UNIT = `SELECT p.id, s.id AS "unitId", p.order_id AS "orderId", p.proxy_api_id AS "apiId", p.ip AS address,
    e.country::text AS country, ${PAID_UNTIL} AS "paidUntil", json_build_object('name', u.name, 'email', u.email) AS customer
  FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
  JOIN proxy p ON p.order_id = s.order_id AND p.ip = s.address
  JOIN proxy_order o ON o.id = p.order_id JOIN users u ON u.id = p.user_id
  WHERE p.status <> 'expired' AND p.expires_at > now() AND p.refunded_at IS NULL AND o.status <> 'refunded'`;

/** SQL for locks in the shop's order and for the row that three tables make. */
@Injectable()
export class StockReplacementRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Whether the unit was bought at a provider. */
  async exists(unitId: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<unknown[]>(
      `SELECT FROM stock_unit WHERE id = $1 AND upstream_url_encrypted IS NOT NULL`,
      [unitId],
    );
    return row !== undefined;
  }

  /**
   * Locks the order and then the proxy of a unit: refunds, renewals and the expiry come first, or wait.
   * @returns null when no proxy in use has the unit.
   */
  async lockProxy(unitId: number): Promise<ProxyOnUnit | null> {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `SELECT FROM proxy_order WHERE id = (SELECT order_id FROM stock_unit WHERE id = $1) FOR UPDATE`,
      [unitId],
    );
    const [row] = await manager.query<ProxyOnUnit[]>(
      `${PROXY_ON_UNIT} AND s.id = $1 FOR UPDATE OF p`,
      [unitId],
    );
    return row ?? null;
  }

  /**
   * Locks owner, order and proxy, in the order of `lockProxy`; the owner first, whose row the audit trail refers to.
   * @returns null when the user has no such proxy, or its address cannot be replaced.
   */
  async lockOwned(userId: number, proxyId: number): Promise<ProxyOnUnit | null> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT FROM users WHERE id = $1 FOR KEY SHARE`, [userId]);
    await manager.query(
      `SELECT FROM proxy_order WHERE id = (SELECT order_id FROM proxy WHERE id = $2 AND user_id = $1) FOR UPDATE`,
      [userId, proxyId],
    );
    const [row] = await manager.query<ProxyOnUnit[]>(
      `${PROXY_ON_UNIT} AND p.id = $2 AND p.user_id = $1 AND ${hasReplaceableAddress('p')} FOR UPDATE OF p`,
      [userId, proxyId],
    );
    return row ?? null;
  }

  /**
   * Gives the proxy another address, in the shop and at the embedded gateway, whose accounts are in the same database:
   * both or none.
   */
  async move({ id, apiId }: ProxyOnUnit, { exitNodeId, address }: ReservedAddress): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.update(Proxy, { id }, { ip: address });
    const [, moved] = await manager.query<[unknown[], number]>(
      `UPDATE gateway_account SET exit_node_id = $2, exit_address = $3, updated_at = now() WHERE api_id = $1`,
      [apiId, exitNodeId, address],
    );
    if (moved !== 1) throw new Error(`Proxy ${id} has no account at the gateway`);
  }
}
