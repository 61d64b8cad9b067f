import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ManagedUser, UserGroup } from './admin-users.types';
import { toWhere, type ListQuery } from '../paging/list-query';

const BALANCE = `(SELECT a.balance_kobo FROM ledger_account a
                  WHERE a.user_id = t.id AND a.kind = 'wallet' AND a.currency = 'NGN')`;

const toUser = (row: Record<string, unknown>, canViewMoney: boolean): ManagedUser => ({
  id: row.id as number,
  name: row.name as string,
  email: row.email as string,
  phone: row.phone as string | null,
  status: row.status as ManagedUser['status'],
  role: row.role as ManagedUser['role'],
  createdAt: row.created_at as Date,
  emailVerifiedAt: row.email_verified_at as Date | null,
  lastLoginAt: row.last_login_at as Date | null,
  balance: canViewMoney ? Money.kobo(BigInt((row.balance as string | null) ?? 0)) : null,
  activeProxies: row.active_proxies as number,
  purchases: row.purchases as number,
  spent: canViewMoney ? Money.kobo(BigInt(row.spent as string)) : null,
  teamOwner: row.team_owner as ManagedUser['teamOwner'],
  teamMembers: row.team_members as number,
});

/** Read only. Columns that the viewer may not see are not selected. */
@Injectable()
export class AdminUsersQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Open accounts among `ids`, in their order. */
  async findByIds(
    ids: readonly (number | string)[],
    canViewMoney: boolean,
  ): Promise<ManagedUser[]> {
    if (!ids.length) return [];
    const money = canViewMoney ? `, ${BALANCE} AS balance, orders.spent` : '';
    const rows = await this.uow.manager.query(
      `SELECT t.id, t.name, t.email, t.phone, t.status, t.role, t.created_at, t.email_verified_at,
              (SELECT s.created_at FROM session s WHERE s.user_id = t.id
               ORDER BY s.id DESC LIMIT 1) AS last_login_at,
              orders.purchases,
              (SELECT json_build_object('id', o.id, 'name', o.name)
               FROM team_member m JOIN users o ON o.id = m.owner_id WHERE m.member_id = t.id) AS team_owner,
              (SELECT count(*)::int FROM team_member m WHERE m.owner_id = t.id) AS team_members,
              (SELECT count(*)::int FROM proxy p WHERE p.user_id = t.id AND p.status = 'active'
               AND p.expires_at > now()) AS active_proxies${money}
       FROM users t CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE o.status <> 'refunded')::int AS purchases,
                coalesce(sum(o.amount_kobo - o.refunded_kobo), 0)::bigint AS spent
         FROM proxy_order o WHERE o.user_id = t.id) orders
       WHERE t.id = ANY($1::int[]) AND t.closed_at IS NULL
       ORDER BY array_position($1::int[], t.id)`,
      [ids],
    );
    return rows.map((row: Record<string, unknown>) => toUser(row, canViewMoney));
  }

  countByStatusAndRole(list: ListQuery, canViewMoney: boolean): Promise<UserGroup[]> {
    return this.countGroups(toWhere(list), list.values, canViewMoney);
  }

  countAmong(ids: readonly (number | string)[], canViewMoney: boolean): Promise<UserGroup[]> {
    return this.countGroups('t.id = ANY($1::int[])', [ids], canViewMoney);
  }

  private async countGroups(
    where: string,
    values: readonly unknown[],
    canViewMoney: boolean,
  ): Promise<UserGroup[]> {
    const rows = await this.uow.manager.query(
      `SELECT t.status, t.role, count(*)::int AS count
              ${canViewMoney ? ', coalesce(sum(a.balance_kobo), 0)::bigint AS balance' : ''}
       FROM users t ${canViewMoney ? `LEFT JOIN ledger_account a ON a.user_id = t.id AND a.kind = 'wallet' AND a.currency = 'NGN'` : ''}
       WHERE ${where} GROUP BY t.status, t.role`,
      [...values],
    );
    return rows.map((row: Omit<UserGroup, 'balance'> & { balance?: string }) => ({
      ...row,
      balance: row.balance === undefined ? null : Money.kobo(BigInt(row.balance)),
    }));
  }

  /** Proxies of a user that still work. */
  async activeProxies(userId: number): Promise<number[]> {
    const rows = await this.uow.manager.query(
      `SELECT id FROM proxy WHERE user_id = $1 AND status = 'active' AND expires_at > now()`,
      [userId],
    );
    return rows.map((row: { id: number }) => row.id);
  }
}
