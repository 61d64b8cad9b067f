import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { StockService } from '../catalog/stock/stock.service';
import { UnitOfWork } from '../database/unit-of-work';
import { AutoRenewalSettingsService } from './renewal/auto-renewal-settings.service';

const BATCH_SIZE = 500;

/** Expires proxies past their end and releases their addresses into stock. */
@Injectable()
export class ProxyExpiryService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly stock: StockService,
    private readonly autoRenewals: AutoRenewalSettingsService,
    private readonly audit: AuditService,
  ) {}

  /** @returns the number of proxies expired. */
  async expireDue(): Promise<number> {
    let total = 0;
    for (;;) {
      const expired = await this.uow.run(() => this.expireBatch());
      total += expired;
      if (expired < BATCH_SIZE) return total;
    }
  }

  /** Rows that another worker or a renewal has locked are skipped. */
  private async expireBatch(): Promise<number> {
    const [expired] = await this.uow
      .requireTransaction()
      .query<[{ id: number; orderId: number; ip: string | null }[], number]>(
        `UPDATE proxy SET status = 'expired', updated_at = now() WHERE id IN (
           SELECT id FROM proxy WHERE status <> 'expired' AND expires_at <= now()
           ORDER BY expires_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING id, order_id AS "orderId", ip`,
        [BATCH_SIZE],
      );
    if (!expired.length) return 0;
    await this.stock.release(
      expired.flatMap(({ orderId, ip }) => (ip === null ? [] : [{ orderId, address: ip }])),
    );
    const ids = expired.map((proxy) => proxy.id);
    await this.autoRenewals.stop(ids, 'proxy_expired');
    await this.audit.record('system', {
      action: 'proxy.expired',
      target: ids.length === 1 ? `proxy:${ids[0]}` : 'proxies',
      details: `${ids.length} proxies reached their end: ${ids.join(', ')}`,
    });
    return ids.length;
  }
}
