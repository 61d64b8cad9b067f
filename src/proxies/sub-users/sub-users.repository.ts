import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { SubUser } from './sub-user.entity';
import { holdOwner } from '../hold-owner';
import type { SubUserChange } from './sub-users.types';

/** The proxy that sub-users belong to. */
export interface SharedProxy {
  readonly proxyId: number;
  readonly username: string;
}

export interface SubUserRow {
  readonly id: number;
  readonly contextId: number;
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

/** SQL, since what was used is in tables of the gateways. */
@Injectable()
export class SubUsersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async findProxy(userId: number, id: number): Promise<SharedProxy | undefined> {
    const [row] = await this.uow.manager.query<SharedProxy[]>(
      `SELECT id AS "proxyId", username FROM proxy WHERE id = $2 AND user_id = $1`,
      [userId, id],
    );
    return row;
  }

  /** Locks the proxy until the unit of work ends, so that its sub-users can be counted. */
  async lockProxy(userId: number, id: number): Promise<SharedProxy | undefined> {
    await holdOwner(this.uow, userId);
    const [row] = await this.uow
      .requireTransaction()
      .query<SharedProxy[]>(
        `SELECT id AS "proxyId", username FROM proxy WHERE id = $2 AND user_id = $1 FOR NO KEY UPDATE`,
        [userId, id],
      );
    return row;
  }

  /** In the order of their names. @param id one of them; all when left out. */
  findAll(proxyId: number, id?: number): Promise<SubUserRow[]> {
    return this.uow.manager.query<SubUserRow[]>(
      `SELECT u.id, u.context_id AS "contextId", u.name, u.password_encrypted AS "passwordEncrypted",
              u.daily_limit_bytes AS "dailyLimitBytes", u.monthly_limit_bytes AS "monthlyLimitBytes", u.suspended,
              s.today_bytes AS "todayBytes", s.month_bytes AS "monthBytes", u.created_at AS "createdAt"
       FROM gateway_sub_user u JOIN gateway_sub_user_state s ON s.id = u.id
       WHERE u.proxy_id = $1 AND ($2::int IS NULL OR u.id = $2) ORDER BY u.name`,
      [proxyId, id ?? null],
    );
  }

  countAll(proxyId: number): Promise<number> {
    return this.uow.manager.countBy(SubUser, { proxyId });
  }

  exists(proxyId: number, name: string): Promise<boolean> {
    return this.uow.manager.existsBy(SubUser, { proxyId, name });
  }

  async insert(subUser: Omit<SubUser, 'id' | 'createdAt'>): Promise<number> {
    const { identifiers } = await this.uow.requireTransaction().insert(SubUser, subUser);
    return identifiers[0]!.id as number;
  }

  async update(
    proxyId: number,
    id: number,
    { dailyBytes, monthlyBytes, isSuspended }: SubUserChange,
  ): Promise<void> {
    await this.uow.requireTransaction().update(
      SubUser,
      { proxyId, id },
      {
        dailyLimitBytes: dailyBytes,
        monthlyLimitBytes: monthlyBytes,
        suspended: isSuspended,
      },
    );
  }

  async setPassword(proxyId: number, id: number, password: SubUserPassword): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(SubUser, { proxyId, id }, { ...password, contextId: proxyId });
  }

  async remove(proxyId: number, id: number): Promise<void> {
    await this.uow.requireTransaction().delete(SubUser, { proxyId, id });
  }

  async removeAll(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `DELETE FROM gateway_sub_user WHERE proxy_id IN (SELECT id FROM proxy WHERE user_id = $1)`,
        [userId],
      );
  }
}
