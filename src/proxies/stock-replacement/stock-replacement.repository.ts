import { Injectable } from '@nestjs/common';
import type { ReservedAddress } from '../../catalog/catalog.types';
import { UnitOfWork } from '../../database/unit-of-work';
import { holdOwner } from '../hold-owner';
import { Proxy } from '../proxy.entity';
import { hasReplaceableAddress } from './replaceable-address';

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

const PROXY_ON_UNIT = `SELECT p.id, s.id AS "unitId", p.order_id AS "orderId", p.ip AS address,
    e.country::text AS country, p.expires_at AS "expiresAt", json_build_object('name', u.name, 'email', u.email) AS customer
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
   * Locks the proxy of a unit: refunds, renewals and the expiry come first, or wait.
   * @returns null when no proxy in use has the unit.
   */
  async lockProxy(unitId: number): Promise<ProxyOnUnit | null> {
    const [row] = await this.uow
      .requireTransaction()
      .query<ProxyOnUnit[]>(`${PROXY_ON_UNIT} AND s.id = $1 FOR NO KEY UPDATE OF p`, [unitId]);
    return row ?? null;
  }

  /**
   * As `lockProxy`, also when another call has just replaced the address: only a read that follows the lock sees its unit.
   * @returns null when the user has no such proxy, or its address cannot be replaced.
   */
  async lockOwned(userId: number, proxyId: number): Promise<ProxyOnUnit | null> {
    await holdOwner(this.uow, userId);
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT FROM proxy WHERE id = $2 AND user_id = $1 FOR NO KEY UPDATE`, [
      userId,
      proxyId,
    ]);
    const [row] = await manager.query<ProxyOnUnit[]>(
      `${PROXY_ON_UNIT} AND p.id = $2 AND p.user_id = $1 AND ${hasReplaceableAddress('p')}`,
      [userId, proxyId],
    );
    return row ?? null;
  }

  async move({ id }: ProxyOnUnit, { exitNodeId, address }: ReservedAddress): Promise<void> {
    await this.uow.requireTransaction().update(Proxy, { id }, { ip: address, exitNodeId });
  }
}
