import { Alert } from 'antd';
import { formatDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import { OUTCOME_LABELS, type OrderDelivery } from './order-delivery';

const countLookups = (checks: number): string =>
  checks === 1 ? 'asked once' : `asked ${formatNumber(checks)} times`;

/** The lookups of an order without an answer of the supplier, and the decision that waits for approval. */
export function OrderDeliveryDetails({ delivery }: { delivery: OrderDelivery }) {
  const { proposal, checks, answer, next_check_at: next } = delivery;
  return (
    <>
      <Alert
        type="warning"
        role="note"
        showIcon
        title="The supplier has not said whether it delivered this order"
        description={
          <>
            The customer has paid and has no proxies yet. The supplier was {countLookups(checks)}
            {next ? ` and is asked again on ${formatDateTime(next)}` : ''}.
            {answer && (
              <>
                <br />
                Last answer: {answer}
              </>
            )}
          </>
        }
      />
      {proposal && (
        <Alert
          type="info"
          role="note"
          showIcon
          title={`Proposed: ${OUTCOME_LABELS[proposal.outcome]}`}
          description={
            <>
              {proposal.proposed_by}, {formatDateTime(proposal.proposed_at)}: {proposal.reason}
              <br />
              {proposal.is_own
                ? 'No money has moved. Another admin has to approve it.'
                : 'No money has moved. You can approve or reject it.'}
            </>
          }
        />
      )}
    </>
  );
}
