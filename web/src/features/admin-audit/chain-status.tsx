import type { adminVerifyAudit } from '@/api/generated/hooks/admin-audit/admin-audit';
import { Notice } from '@/components/feedback/notice';
import { CopyField } from '@/components/form/copy-field';
import { COPY_WORDS } from '@/lib/copy-words';
import { formatNumber } from '@/lib/number';
import styles from './audit.module.css';

export type Chain = Awaited<ReturnType<typeof adminVerifyAudit>>['data'];

/** What walking the hash chain has shown. */
export function ChainStatus({ chain }: { chain: Chain }) {
  const checked = `${formatNumber(chain.checked)} entr${chain.checked === 1 ? 'y' : 'ies'} checked.`;
  return (
    <div className={styles.verdict} role="status">
      {chain.intact ? (
        <Notice tone="good" icon="shield" title="The audit trail is intact">
          {checked} Nothing was changed, removed or put in between. Keep the hash below elsewhere: a
          trail that was written anew would have another one.
          <div className={styles.head}>
            <CopyField label="Latest hash" value={chain.head} words={COPY_WORDS} />
          </div>
        </Notice>
      ) : (
        <Notice tone="danger" icon="alert" title="The audit trail is broken">
          {checked} {chain.broken_at !== null && `It breaks at log ${chain.broken_at}. `}
          {chain.unchained > 0 &&
            `${formatNumber(chain.unchained)} entries are missing from the chain. `}
          Somebody may have changed the database: keep a copy of it before anything else.
        </Notice>
      )}
    </div>
  );
}
