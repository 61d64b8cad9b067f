import { Button, Flex, Statistic, Typography } from 'antd';
import { formatUsd } from '@/lib/money';

interface PriceStepProps {
  /** What is bought. */
  what: string;
  /** US dollars, as the provider says now. */
  total: number;
  confirm: string;
  busy: string;
  isBusy: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** The price, before anything is bought. */
export function PriceStep({
  what,
  total,
  confirm,
  busy,
  isBusy,
  onConfirm,
  onBack,
}: PriceStepProps) {
  return (
    <>
      <Statistic title={what} value={formatUsd(total)} />
      <Typography.Paragraph type="secondary" style={{ marginTop: 8 }}>
        The provider takes it from your account there. If its price changes before you confirm,
        nothing is bought.
      </Typography.Paragraph>
      <Flex justify="end" gap="small">
        <Button onClick={onBack} disabled={isBusy}>
          Back
        </Button>
        <Button type="primary" autoFocus disabled={isBusy} onClick={onConfirm}>
          {isBusy ? busy : confirm}
        </Button>
      </Flex>
    </>
  );
}
