import { Alert, Flex } from 'antd';
import type { adminVerifyAudit } from '@/api/generated/admin-audit';
import { CopyField } from '@/components/form/copy-field';
import { COPY_MESSAGES } from '@/lib/copy-messages';
import { formatNumber } from '@/lib/number';

export type Chain = Awaited<ReturnType<typeof adminVerifyAudit>>['data'];

/** Result of verifying the hash chain of the audit trail. */
export function ChainStatus({ chain }: { chain: Chain }) {
  const checked = `${formatNumber(chain.checked)} entr${chain.checked === 1 ? 'y' : 'ies'} checked.`;
  return (
    <div role="status" style={{ marginBottom: 16 }}>
      {chain.intact ? (
        <Alert
          type="success"
          role="note"
          showIcon
          title="The audit trail is intact"
          description={
            <Flex vertical gap="small">
              <span>
                {checked} No entry was changed, removed or inserted. Save the hash below somewhere
                else: if the audit trail is ever rewritten, its hash changes.
              </span>
              <CopyField label="Latest hash" value={chain.head} messages={COPY_MESSAGES} />
            </Flex>
          }
        />
      ) : (
        <Alert
          type="error"
          role="note"
          showIcon
          title="The audit trail is broken"
          description={
            <>
              {checked} {chain.broken_at !== null && `It breaks at log ${chain.broken_at}. `}
              {chain.unchained > 0 &&
                `${formatNumber(chain.unchained)} entries are missing from the chain. `}
              The database may have been changed by hand. Back it up before you do anything else.
            </>
          }
        />
      )}
    </div>
  );
}
