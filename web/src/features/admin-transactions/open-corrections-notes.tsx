import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { correctionSubject, type Correction } from '@/api/correction-subject';
import { approvalsPath } from '@/lib/admin-paths';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';

/** The proposals about a transaction that wait for approval, and the reversal of a funding. */
export function OpenCorrectionsNotes({ corrections }: { corrections: readonly Correction[] }) {
  return corrections.map((correction) => {
    const { id, amount, proposed_by: proposer, created_at: createdAt, reason } = correction;
    const origin = `${proposer.name}, ${formatDateTime(createdAt)}: ${reason}`;
    const what = `${correctionSubject(correction)}, ${formatNaira(Number(amount))}`;
    if (correction.status === 'proposed')
      return (
        <Alert
          key={id}
          type="info"
          role="note"
          showIcon
          title={`Proposed: ${what}`}
          description={
            <>
              {origin}
              <br />
              No money has moved. <Link to={approvalsPath}>See what awaits approval</Link>
            </>
          }
        />
      );
    return (
      correction.kind === 'funding_reversal' && (
        <Alert
          key={id}
          type="info"
          role="note"
          showIcon
          title="This funding was reversed"
          description={origin}
        />
      )
    );
  });
}
