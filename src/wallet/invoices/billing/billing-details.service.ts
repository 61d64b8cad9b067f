import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../audit/audit.service';
import type { Actor } from '../../../common/security/actor';
import { UnitOfWork } from '../../../database/unit-of-work';
import { accountClosed } from '../../wallet.errors';
import type { Buyer } from '../invoice.types';
import { BillingDetailsRepository } from './billing-details.repository';

/** The name and address that a customer wants on invoices. */
@Injectable()
export class BillingDetailsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: BillingDetailsRepository,
    private readonly audit: AuditService,
  ) {}

  get({ userId }: Actor): Promise<Buyer | null> {
    return this.find(userId);
  }

  find(userId: number): Promise<Buyer | null> {
    return this.repository.find(userId);
  }

  /** Replaces all of them. */
  async save(actor: Actor, details: Buyer): Promise<Buyer> {
    await this.uow.run(async () => {
      if (!(await this.repository.lockOpenAccount(actor.userId))) throw accountClosed();
      await this.repository.store(actor.userId, details);
      // Without the details: the audit log outlives the account.
      await this.audit.record(actor, {
        action: 'user.billing_details_changed',
        target: `user:${actor.userId}`,
        details: 'Changed the billing details',
      });
    });
    return details;
  }

  /** For an account that is closed; issued invoices stay. Needs an open unit of work. */
  remove(userId: number): Promise<void> {
    return this.repository.remove(userId);
  }
}
