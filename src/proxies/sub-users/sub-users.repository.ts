import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { SubUser } from './sub-user.entity';
import type { SubUserChange } from './sub-users.types';

/** A proxy's account at the gateway. */
export interface OwnedAccount {
  readonly accountId: number;
  readonly username: string;
}

export interface SubUserRow {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly passwordEncrypted: string;
  readonly dailyLimitBytes: string | null;
  readonly monthlyLimitBytes: string | null;
  readonly suspended: boolean;
  readonly todayBytes: string;
  readonly monthBytes: string;
  readonly createdAt: Date;
}

export interface SubUserPassword {
  readonly passwordDigest: Buffer;
  readonly passwordEncrypted: string;
}

const OWNED = `FROM proxy p JOIN gateway_account a ON a.api_id = p.proxy_api_id
  WHERE p.id = $2 AND p.user_id = $1`;

/** SQL, since the account of a proxy is found by its owner, and what was used is in tables of the gateways. */
@Injectable()
export class SubUsersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async findAccount(userId: number, proxyId: number): Promise<OwnedAccount | undefined> {
    const [row] = await this.uow.manager.query<OwnedAccount[]>(
      `SELECT a.id AS "accountId", a.username ${OWNED}`,
      [userId, proxyId],
    );
    return row;
  }

  /** Locks the account until the unit of work ends, so that its sub-users can be counted. */
  async lockAccount(userId: number, proxyId: number): Promise<OwnedAccount | undefined> {
    const [row] = await this.uow
      .requireTransaction()
      .query<OwnedAccount[]>(
        `SELECT a.id AS "accountId", a.username ${OWNED} FOR NO KEY UPDATE OF a`,
        [userId, proxyId],
      );
    return row;
  }

  /** In the order of their names. @param id one of them; all when left out. */
  findAll(accountId: number, id?: number): Promise<SubUserRow[]> {
    return this.uow.manager.query<SubUserRow[]>(
      `SELECT u.id, u.account_id AS "accountId", u.name, u.password_encrypted AS "passwordEncrypted",
              u.daily_limit_bytes AS "dailyLimitBytes", u.monthly_limit_bytes AS "monthlyLimitBytes", u.suspended,
              s.today_bytes AS "todayBytes", s.month_bytes AS "monthBytes", u.created_at AS "createdAt"
       FROM gateway_sub_user u JOIN gateway_sub_user_state s ON s.id = u.id
       WHERE u.account_id = $1 AND ($2::int IS NULL OR u.id = $2) ORDER BY u.name`,
      [accountId, id ?? null],
    );
  }

  countAll(accountId: number): Promise<number> {
    return this.uow.manager.countBy(SubUser, { accountId });
  }

  exists(accountId: number, name: string): Promise<boolean> {
    return this.uow.manager.existsBy(SubUser, { accountId, name });
  }

  async insert(subUser: Omit<SubUser, 'id' | 'createdAt'>): Promise<number> {
    const { identifiers } = await this.uow.requireTransaction().insert(SubUser, subUser);
    return identifiers[0]!.id as number;
  }

  async update(
    accountId: number,
    id: number,
    { dailyBytes, monthlyBytes, isSuspended }: SubUserChange,
  ): Promise<void> {
    await this.uow.requireTransaction().update(
      SubUser,
      { accountId, id },
      {
        dailyLimitBytes: dailyBytes,
        monthlyLimitBytes: monthlyBytes,
        suspended: isSuspended,
      },
    );
  }

  async setPassword(accountId: number, id: number, password: SubUserPassword): Promise<void> {
    await this.uow.requireTransaction().update(SubUser, { accountId, id }, password);
  }

  async remove(accountId: number, id: number): Promise<void> {
    await this.uow.requireTransaction().delete(SubUser, { accountId, id });
  }

  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `DELETE FROM gateway_sub_user WHERE account_id IN (
         SELECT a.id FROM proxy p JOIN gateway_account a ON a.api_id = p.proxy_api_id WHERE p.user_id = $1)`,
      [userId],
    );
  }
}
