import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { useTopUpLimits } from '@/api/top-up-limits';
import { topUpPath } from '@/lib/page-paths';
import { formatNaira } from '@/lib/money';

/** Says how much the wallet is short of, with a link to top up that amount. */
export function Shortfall({ total, balance }: { total: number; balance: number }) {
  const { minimum } = useTopUpLimits();
  if (balance >= total) return null;
  const missing = total - balance;
  return (
    <Alert
      type="warning"
      role="note"
      showIcon
      title={
        <>
          You need {formatNaira(missing)} more. Your balance is {formatNaira(balance)}.{' '}
          <Link to={topUpPath(Math.max(minimum, missing))}>Top up</Link>
        </>
      }
    />
  );
}
