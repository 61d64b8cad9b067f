import { useGetWallet } from '@/api/generated/wallet';
import { Money } from '@/components/format/money';
import { StatCards } from '@/components/layout/stat-cards';

export function WalletStats() {
  const wallet = useGetWallet({ query: { meta: { fallback: 'Failed to load wallet data' } } });
  const money = (amount: number | undefined) => {
    if (wallet.isError) return '–';
    return amount === undefined ? undefined : <Money amount={amount} />;
  };
  const data = wallet.data?.data;
  return (
    <StatCards
      stacked
      stats={[
        { label: 'This Month', value: money(data?.this_month) },
        { label: 'Total Top-ups', value: money(data?.total_top_ups) },
        { label: 'Average Monthly', value: money(data?.average_monthly) },
      ]}
    />
  );
}
