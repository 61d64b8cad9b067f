import { Tag } from 'antd';
import { SignedMoney } from '@/components/format/money';
import { capitalise } from '@/lib/text';
import type { Correction } from './wallet-correction';

const STATUS_COLORS: Partial<Record<Correction['status'], string>> = {
  proposed: 'gold',
  approved: 'green',
  rejected: 'red',
};

export const CorrectionStatus = ({ status }: Pick<Correction, 'status'>) => (
  <Tag color={STATUS_COLORS[status]} style={{ marginInlineEnd: 0 }}>
    {capitalise(status)}
  </Tag>
);

export const CorrectionAmount = ({ correction }: { correction: Correction }) => (
  <SignedMoney
    amount={Number(correction.amount)}
    type={correction.direction}
    status={correction.transaction_id === null ? 'pending' : 'successful'}
  />
);
