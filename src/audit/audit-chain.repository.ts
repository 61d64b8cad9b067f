import { Injectable } from '@nestjs/common';
import { AdvisoryLock } from '../database/advisory-locks';
import { UnitOfWork } from '../database/unit-of-work';
import { AuditChainLink } from './audit-chain-link.entity';

export interface Link {
  readonly auditLogId: string;
  /** The row as text, the same for ever: what the hash is taken over. */
  readonly canonical: string;
}

export interface StoredLink extends Link {
  readonly id: string;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

/**
 * Ids are given before commit, so a slow transaction may show up behind the last linked row.
 * Looking this far back finds it without reading the whole log.
 */
const STRAGGLER_WINDOW = 20_000;

const CANONICAL = `json_build_array(a.id, to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  a.actor_id, a.actor_name, a.actor_role, a.action, a.category, a.target, a.severity, a.details,
  a.ip, a.user_agent, a.changes::text)::text`;

/**
 * SQL where PostgreSQL renders the hashed text of a row, joins the log with its chain or inserts a batch
 * from arrays.
 */
@Injectable()
export class AuditChainRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns false when another process holds the lock. */
  async lock(): Promise<boolean> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ locked: boolean }]>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
        AdvisoryLock.auditChain,
      ]);
    return row.locked;
  }

  async head(): Promise<Buffer | null> {
    const [last] = await this.uow.manager.find(AuditChainLink, {
      select: { hash: true },
      order: { id: 'DESC' },
      take: 1,
    });
    return last?.hash ?? null;
  }

  unchained(limit: number): Promise<Link[]> {
    return this.uow.manager.query<Link[]>(
      `SELECT a.id AS "auditLogId", ${CANONICAL} AS canonical FROM audit_log a
       WHERE a.id > (SELECT coalesce(max(audit_log_id), 0) - ${STRAGGLER_WINDOW} FROM audit_chain_link)
         AND NOT EXISTS (SELECT FROM audit_chain_link s WHERE s.audit_log_id = a.id)
       ORDER BY a.id LIMIT $1`,
      [limit],
    );
  }

  async append(links: { auditLogId: string; previousHash: Buffer; hash: Buffer }[]): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO audit_chain_link (audit_log_id, previous_hash, hash)
       SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])`,
      [
        links.map((link) => link.auditLogId),
        links.map((link) => link.previousHash),
        links.map((link) => link.hash),
      ],
    );
  }

  /** Links in chain order after a link id. */
  linksAfter(id: string, limit: number): Promise<StoredLink[]> {
    return this.uow.manager.query<StoredLink[]>(
      `SELECT s.id, s.audit_log_id AS "auditLogId", s.previous_hash AS "previousHash", s.hash,
              ${CANONICAL} AS canonical
       FROM audit_chain_link s JOIN audit_log a ON a.id = s.audit_log_id
       WHERE s.id > $1 ORDER BY s.id LIMIT $2`,
      [id, limit],
    );
  }

  /** Rows older than the given age without a link. */
  async countUnchainedOlderThan(seconds: number): Promise<number> {
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM audit_log a
       WHERE a.created_at < now() - make_interval(secs => $1)
         AND NOT EXISTS (SELECT FROM audit_chain_link s WHERE s.audit_log_id = a.id)`,
      [seconds],
    );
    return row.count;
  }
}
