import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors/domain-error';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { OrderQuoteService } from '../orders/order-quote.service';
import type { ExtensionChoice } from '../orders/orders.dto';
import { isActiveOrSuspendedByOwner } from '../proxy.sql';

/** Adds up the automatic renewals that are to be charged. */
@Injectable()
export class RenewalForecastService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: OrderQuoteService,
  ) {}

  /**
   * Of the next 7 days, by user id and at the prices of now; a renewal is charged a day before the end. Without users who
   * have none, and without what can no longer be renewed.
   */
  async getWeek(userIds: readonly number[]): Promise<Map<number, Money>> {
    const rows = await this.uow.manager.query<
      { userId: number; id: number; count: number; choice: ExtensionChoice }[]
    >(
      // What costs the same is priced once.
      `SELECT p.user_id AS "userId", min(p.id) AS id, count(*)::int AS count,
         json_strip_nulls(json_build_object('gigabytes', a.gigabytes, 'duration_minutes', a.duration_minutes)) AS choice
       FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
       WHERE p.user_id = ANY($1) AND a.enabled AND ${isActiveOrSuspendedByOwner('p')}
         AND p.expires_at > now() AND p.expires_at <= now() + interval '8 days'
         AND NOT EXISTS (SELECT FROM auto_renewal_charge c WHERE c.proxy_id = p.id AND c.cycle = p.expires_at)
       GROUP BY p.user_id, p.type, p.country, p.region, p.city, p.isp, a.gigabytes, a.duration_minutes`,
      [userIds],
    );
    const sums = new Map<number, Money>();
    for (const { userId, id, count, choice } of rows) {
      const price = await this.findPrice(userId, id, choice);
      if (price) sums.set(userId, (sums.get(userId) ?? Money.zero).plus(price.times(count)));
    }
    return sums;
  }

  private async findPrice(
    userId: number,
    id: number,
    choice: ExtensionChoice,
  ): Promise<Money | null> {
    try {
      const prepared = await this.quotes.prepareExtension(userId, id, 'renewal', choice);
      return (await this.quotes.quoteExtension(prepared)).total;
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }
}
