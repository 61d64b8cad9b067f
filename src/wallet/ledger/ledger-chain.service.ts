import { Injectable } from '@nestjs/common';
import { AdvisoryLock } from '../../database/advisory-locks';
import { HashChain } from '../../database/hash-chain';
import { UnitOfWork } from '../../database/unit-of-work';

const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.US'`;

/** A transaction with all its entries, so that an entry added later breaks the chain as well. */
export const LEDGER_CANONICAL = `json_build_array(r.id, r.idempotency_key, r.kind, r.reference,
  to_char(r.created_at AT TIME ZONE 'UTC', ${TIME}),
  (SELECT json_agg(json_build_array(e.id, e.account_id, e.amount_kobo, e.balance_after_kobo, e.account_version,
      to_char(e.created_at AT TIME ZONE 'UTC', ${TIME})) ORDER BY e.id)
   FROM ledger_entry e WHERE e.transaction_id = r.id))::text`;

/** The hash chain of the ledger: one link per posted transaction with its entries. */
@Injectable()
export class LedgerChainService extends HashChain {
  constructor(uow: UnitOfWork) {
    super(uow, {
      lock: AdvisoryLock.ledgerChain,
      table: 'ledger_transaction',
      linkTable: 'ledger_chain_link',
      rowColumn: 'ledger_transaction_id',
      canonicalSql: LEDGER_CANONICAL,
      archivedSql: 'r.created_at < ledger_archived_until()',
    });
  }
}
