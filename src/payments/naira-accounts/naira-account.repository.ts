import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProviderNairaAccount } from '../ports/card-provider.port';
import { NairaAccount } from './naira-account.entity';

/** SQL where a lease skips locked rows. */
@Injectable()
export class NairaAccountRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The customer's account, or the request for it; else why the last request was refused. */
  findOwned(userId: number): Promise<NairaAccount | null> {
    return this.uow.manager.findOne(NairaAccount, { where: { userId }, order: { id: 'DESC' } });
  }

  findByReference(reference: string): Promise<NairaAccount | null> {
    return this.uow.manager.findOneBy(NairaAccount, { reference });
  }

  /** Leases the request that is due for a lookup the longest until `leaseUntil`, when it is due again. */
  async claimDue(now: Date, leaseUntil: Date): Promise<NairaAccount | null> {
    const [[claimed]] = await this.uow.manager.query<[{ id: number }[], number]>(
      `UPDATE naira_account SET next_check_at = $2
       WHERE id = (SELECT id FROM naira_account WHERE status = 'requested' AND next_check_at <= $1
                   ORDER BY next_check_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil],
    );
    return claimed ? this.uow.manager.findOneBy(NairaAccount, { id: claimed.id }) : null;
  }

  /** @throws a unique violation when the customer has an open one. */
  async insert(
    account: Pick<NairaAccount, 'userId' | 'provider' | 'reference' | 'nextCheckAt'>,
  ): Promise<number> {
    const { identifiers } = await this.uow
      .requireTransaction()
      .insert(NairaAccount, { ...account, status: 'requested' });
    return identifiers[0]!.id as number;
  }

  /** @returns false when it has been decided meanwhile. */
  async activate(id: number, account: ProviderNairaAccount, at: Date): Promise<boolean> {
    const { affected } = await this.uow.requireTransaction().update(
      NairaAccount,
      { id, status: 'requested' },
      {
        status: 'active',
        number: account.number,
        accountName: account.name,
        bankName: account.bankName,
        activatedAt: at,
      },
    );
    return affected === 1;
  }

  async close(userId: number, reason: string): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.update(NairaAccount, { userId }, { accountName: null });
    const open = { userId, status: 'requested' } as const;
    await manager.update(NairaAccount, open, { status: 'refused', reason });
  }

  /** @returns false when it has been decided meanwhile. */
  async refuse(id: number, reason: string): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(NairaAccount, { id, status: 'requested' }, { status: 'refused', reason });
    return affected === 1;
  }
}
