import type { adminListNetworkUsage } from '@/api/generated/admin-supply';
import { formatNumber } from '@/lib/number';

export type NetworkUsage = Awaited<
  ReturnType<typeof adminListNetworkUsage>
>['data']['networks'][number];

/** As providers count it. */
const GB = 1_000_000_000;

const gigabytes = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 });

export const formatProviderGb = (bytes: number): string => gigabytes.format(bytes / GB);

export const toBytes = (gb: number): number => Math.round(gb * GB);

const percent = new Intl.NumberFormat('en-NG', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** "+4.2 %": what the provider counted more than the gateways. */
export const describeDifference = (own: number, provider: number): string =>
  own === 0 ? (provider === 0 ? 'None' : 'Only there') : percent.format((provider - own) / own);

const REASONS: Readonly<Record<string, string>> = {
  our_account: 'account refused',
  unreachable: 'not reachable',
  place_empty: 'no address in the place',
  target: 'target refused',
  retry: 'failed there',
  silent: 'no answer',
};

const SHOWN = 2;

/** "12 of 400 failed: 9 no answer, 3 account refused". @param isDown the tests fail, so that nothing is sent there. */
export function describeFailures({ asked, failures }: NetworkUsage, isDown: boolean): string {
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  if (failed === 0 && isDown) return 'Tests fail';
  if (failed === 0) return asked === 0 ? '' : 'No failures in 24 hours';
  const reasons = failures
    .slice(0, SHOWN)
    .map(({ reason, count }) => `${formatNumber(count)} ${REASONS[reason] ?? reason}`)
    .join(', ');
  return `${formatNumber(failed)} of ${formatNumber(asked)} failed: ${reasons}`;
}
