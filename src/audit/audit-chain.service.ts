import { Injectable } from '@nestjs/common';
import { AdvisoryLock } from '../database/advisory-locks';
import { HashChain, type ChainReport } from '../database/hash-chain';
import { UnitOfWork } from '../database/unit-of-work';

export type { ChainReport };

const CANONICAL = `json_build_array(r.id, to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  r.actor_id, r.actor_name, r.actor_role, r.action, r.category, r.target, r.severity, r.details,
  r.ip, r.user_agent, r.changes::text)::text`;

@Injectable()
export class AuditChainService extends HashChain {
  constructor(uow: UnitOfWork) {
    super(uow, {
      lock: AdvisoryLock.auditChain,
      table: 'audit_log',
      linkTable: 'audit_chain_link',
      rowColumn: 'audit_log_id',
      canonicalSql: CANONICAL,
    });
  }
}
