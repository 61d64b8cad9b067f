import type { AutoRenewReason } from '@/api/generated/api.schemas';
import { formatDateTime } from '@/lib/date';
import type { Proxy } from '../proxy';

const MAX_FAILURES = 3;

/** Why automatic renewal has stopped, and how to resume it. */
const STOPPED: Record<AutoRenewReason, string> = {
  insufficient_balance:
    'It stopped because your wallet did not have enough. Top up, then switch it on again.',
  package_unavailable:
    'It stopped because its package is not on sale any more. Choose another one and switch it on again.',
  delivery_failed:
    'It stopped because the proxy could not be extended. The charge was returned to your wallet. Renew the proxy yourself before its end; switch this on again for the ends after that.',
  proxy_expired:
    'It stopped because the proxy reached its end. Renew the proxy, then switch it on again.',
  proxy_suspended:
    'It stopped because the proxy was suspended. Switch it on again when the proxy is active.',
  order_refunded: 'It stopped because the order was refunded. Buy a new proxy instead.',
  member_limit:
    'It stopped because the team member who switched it on reached their spending limit. Switch it on again after the owner has raised the limit, or let the owner switch it on.',
  member_left:
    'It stopped because the team member who switched it on can no longer buy for this account. Switch it on again to keep the proxy.',
};

export interface AutoRenewSummary {
  readonly type: 'success' | 'warning' | 'info';
  readonly title: string;
  readonly text: string;
}

function describeNext({ failures, next_charge_at }: Proxy['auto_renew']): string {
  if (next_charge_at === null)
    return 'No charge is planned for this end: it was paid or tried before, or the proxy is not active.';
  const at = formatDateTime(next_charge_at);
  return failures === 0
    ? `Your wallet is charged on ${at}, at the price of that day.`
    : `The last attempt failed (${failures} of ${MAX_FAILURES}). It is tried again on ${at}, and when you top up.`;
}

export function describeAutoRenew(state: Proxy['auto_renew']): AutoRenewSummary {
  if (state.enabled)
    return {
      type: state.failures > 0 ? 'warning' : 'success',
      title: 'Automatic renewal is on',
      text: describeNext(state),
    };
  if (state.stopped_reason !== null)
    return {
      type: 'warning',
      title: 'Automatic renewal has stopped',
      text: STOPPED[state.stopped_reason],
    };
  return {
    type: 'info',
    title: 'Automatic renewal is off',
    text: 'Switch it on to renew this proxy from your wallet, 24 hours before its end.',
  };
}
