import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { StockService } from '../../catalog/stock/stock.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyRepository } from '../proxy.repository';

const BATCH_SIZE = 500;

/** Ends proxies whose time is over and puts their addresses back into stock. */
@Injectable()
export class ProxyExpiryService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyRepository,
    private readonly stock: StockService,
    private readonly audit: AuditService,
  ) {}

  /** @returns how many were ended. */
  async expireDue(): Promise<number> {
    let total = 0;
    for (;;) {
      const ended = await this.uow.run(() => this.expireBatch());
      total += ended;
      if (ended < BATCH_SIZE) return total;
    }
  }

  private async expireBatch(): Promise<number> {
    const ended = await this.proxies.expireDue(BATCH_SIZE);
    if (!ended.length) return 0;
    await this.stock.release(
      ended.flatMap(({ orderId, ip }) => (ip === null ? [] : [{ orderId, address: ip }])),
    );
    const ids = ended.map((proxy) => proxy.id);
    await this.audit.record('system', {
      action: 'proxy.expired',
      target: ids.length === 1 ? `proxy:${ids[0]}` : 'proxies',
      details: `${ids.length} proxies reached their end: ${ids.join(', ')}`,
    });
    return ids.length;
  }
}
