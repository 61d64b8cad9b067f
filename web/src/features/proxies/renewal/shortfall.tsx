import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { useTopUpLimits } from '@/api/top-up-limits';
import { useTeam } from '@/api/use-team';
import { topUpPath } from '@/lib/page-paths';
import { formatNaira } from '@/lib/money';

/** Says how much the wallet is short of, with a link to top up that amount. */
export function Shortfall({ total, balance }: { total: number; balance: number }) {
  const { minimum } = useTopUpLimits();
  const { isOwner } = useTeam();
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
          {isOwner ? (
            <Link to={topUpPath(Math.max(minimum, missing))}>Top up</Link>
          ) : (
            'Ask the owner of the account to top up.'
          )}
        </>
      }
    />
  );
}
