import type { AutoRenewReason } from '@/api/generated/hooks/model/autoRenewReason';
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

const LIMITED =
  'The owner limits what you spend, which automatic renewal would not keep to, so only the owner can switch it on or change it.';

/** @param isLimited whether a member of a team has a spending limit: such a member can only switch it off. */
export const offersAutoRenew = ({ auto_renew: { enabled } }: Proxy, isLimited: boolean): boolean =>
  enabled || !isLimited;

function describeState(state: Proxy['auto_renew']): AutoRenewSummary {
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

/**
 * The state of automatic renewal in words.
 * @param isLimited whether a member of a team has a spending limit.
 */
export function describeAutoRenew(
  state: Proxy['auto_renew'],
  isLimited: boolean,
): AutoRenewSummary {
  const summary = describeState(state);
  if (!isLimited) return summary;
  const isOff = !state.enabled && state.stopped_reason === null;
  return { ...summary, text: isOff ? LIMITED : `${summary.text} ${LIMITED}` };
}
