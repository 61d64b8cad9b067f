import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';

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

/** Only one process extends the chain at a time; the lock ends with its transaction. */
const CHAIN_LOCK = 7_361_002;

/**
 * Ids are given before commit, so a slow transaction may show up behind the last linked row.
 * Looking this far back finds it without reading the whole log.
 */
const STRAGGLER_WINDOW = 20_000;

const CANONICAL = `json_build_array(a.id, to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  a.actor_id, a.actor_name, a.actor_role, a.action, a.category, a.target, a.severity, a.details,
  a.ip, a.user_agent, a.changes::text)::text`;

@Injectable()
export class AuditChainRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns false when another process holds the lock. */
  async lock(): Promise<boolean> {
    const [row] = await this.uow
      .requireTransaction()
      .query('SELECT pg_try_advisory_xact_lock($1) AS locked', [CHAIN_LOCK]);
    return row.locked;
  }

  async head(): Promise<Buffer | null> {
    const [row] = await this.uow.manager.query(
      'SELECT hash FROM audit_chain_link ORDER BY id DESC LIMIT 1',
    );
    return row?.hash ?? null;
  }

  async unchained(limit: number): Promise<Link[]> {
    const rows = await this.uow.manager.query(
      `SELECT a.id, ${CANONICAL} AS canonical FROM audit_log a
       WHERE a.id > (SELECT coalesce(max(audit_log_id), 0) - ${STRAGGLER_WINDOW} FROM audit_chain_link)
         AND NOT EXISTS (SELECT FROM audit_chain_link s WHERE s.audit_log_id = a.id)
       ORDER BY a.id LIMIT $1`,
      [limit],
    );
    return rows.map((row: { id: string; canonical: string }) => ({
      auditLogId: row.id,
      canonical: row.canonical,
    }));
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
  async linksAfter(id: string, limit: number): Promise<StoredLink[]> {
    const rows = await this.uow.manager.query(
      `SELECT s.id, s.audit_log_id, s.previous_hash, s.hash, ${CANONICAL} AS canonical
       FROM audit_chain_link s JOIN audit_log a ON a.id = s.audit_log_id
       WHERE s.id > $1 ORDER BY s.id LIMIT $2`,
      [id, limit],
    );
    return rows.map((row: Record<string, unknown>) => ({
      id: row.id as string,
      auditLogId: row.audit_log_id as string,
      previousHash: row.previous_hash as Buffer,
      hash: row.hash as Buffer,
      canonical: row.canonical as string,
    }));
  }

  /** Rows older than the given age without a link. */
  async countUnchainedOlderThan(seconds: number): Promise<number> {
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS count FROM audit_log a
       WHERE a.created_at < now() - make_interval(secs => $1)
         AND NOT EXISTS (SELECT FROM audit_chain_link s WHERE s.audit_log_id = a.id)`,
      [seconds],
    );
    return row.count;
  }
}
