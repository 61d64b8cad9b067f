import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../audit/audit.types';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { ACTIVITY } from './activity-labels';
import type { Activity } from './dashboard.types';

const SYSTEM = 'system';

interface Row {
  action: AuditAction;
  actor_id: number | null;
  actor_name: string;
  created_at: Date;
  proxy_id: number | null;
  owner_id: number | null;
  owner_name: string | null;
  kobo?: string | null;
  before?: string | null;
  after?: string | null;
}

/** Read only: the latest audit rows with their subjects. */
@Injectable()
export class ActivityQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first. @param canViewAll with money and with what is of high severity. */
  async findLatest(limit: number, canViewAll: boolean): Promise<Activity[]> {
    const money = canViewAll
      ? `, coalesce(p.amount_kobo, o.amount_kobo) AS kobo,
         a.changes#>>'{before,balance}' AS before, a.changes#>>'{after,balance}' AS after`
      : '';
    const rows: Row[] = await this.uow.manager.query(
      `SELECT a.action, a.actor_id, a.actor_name, a.created_at, x.id AS proxy_id,
              owner.id AS owner_id, owner.name AS owner_name${money}
       FROM (SELECT *, split_part(target, ':', 1) AS kind,
                    substring(target FROM '^[a-z]+:([0-9]{1,9})$')::int AS target_id
             FROM audit_log ${canViewAll ? '' : `WHERE severity <> 'high'`}
             ORDER BY created_at DESC, id DESC LIMIT $1) a
       LEFT JOIN payment p ON a.kind = 'payment' AND p.id = a.target_id
       LEFT JOIN proxy_order o ON a.kind = 'order' AND o.id = a.target_id
       LEFT JOIN proxy x ON a.kind = 'proxy' AND x.id = a.target_id
       LEFT JOIN users owner ON owner.id = coalesce(p.user_id, o.user_id, x.user_id,
                                                    CASE WHEN a.kind = 'user' THEN a.target_id END)
       ORDER BY a.created_at DESC, a.id DESC`,
      [limit],
    );
    return rows.map(toActivity);
  }
}

function toActivity(row: Row): Activity {
  const [type, label] = ACTIVITY[row.action] ?? ['system', row.action];
  const bySystem = row.actor_id === null && row.actor_name === SYSTEM;
  const aboutOther = row.owner_id !== null && row.owner_id !== row.actor_id;
  return {
    type,
    action: label,
    user: (bySystem && row.owner_name) || row.actor_name,
    time: row.created_at,
    proxyId: row.proxy_id,
    amount: amountOf(row),
    name: aboutOther && !bySystem ? row.owner_name : null,
  };
}

function amountOf({ kobo, before, after }: Row): Money | null {
  if (kobo) return Money.kobo(BigInt(kobo));
  const [from, to] = [Money.parseDecimal(before), Money.parseDecimal(after)];
  return from && to ? to.minus(from) : null;
}
