import { Card, Flex, Typography } from 'antd';
import { notify } from '@/components/feedback/notify';
import { PayButton } from './pay-button';

interface TrialOfferProps {
  megabytes: number;
  isBusy: boolean;
  claim: (onDone: (message: string) => void) => void;
}

/** Nothing when there is no trial. */
export function TrialOffer({ megabytes, isBusy, claim }: TrialOfferProps) {
  if (megabytes === 0) return null;
  return (
    <Card
      size="small"
      role="region"
      aria-label="Free trial"
      style={{ marginBottom: 16 }}
      styles={{ body: { padding: '12px 16px' } }}
    >
      <Flex wrap align="center" justify="space-between" gap="8px 24px">
        <span style={{ flex: '1 1 260px' }}>
          <strong>Try {megabytes} MB free.</strong>{' '}
          <Typography.Text type="secondary">
            A residential proxy to test with, once per person. Nothing is charged.
          </Typography.Text>
        </span>
        <PayButton type="default" disabled={isBusy} onClick={() => claim(notify.success)}>
          {isBusy ? 'Starting…' : 'Start free trial'}
        </PayButton>
      </Flex>
    </Card>
  );
}
