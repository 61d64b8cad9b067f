import { Alert, Button, Flex } from 'antd';
import { useSetAutoRenew } from '@/api/generated/proxies';
import { useMessage } from '@/components/feedback/use-message';
import { useCurrentUser } from '@/api/use-current-user';
import { formatNaira } from '@/lib/money';
import type { Proxy } from '../proxy';
import { describeAutoRenew } from './auto-renew-state';
import { PackageField } from './package-field';
import styles from './renewal.module.css';
import { useExtensionQuote } from './use-extension';
import { usePackages } from './use-packages';

const MESSAGES = { fallback: 'Failed to change automatic renewal' };

/** Switches automatic renewal on with a package, or off, and says what happens next. */
export function AutoRenewForm({ proxy, onDone }: { proxy: Proxy; onDone?: () => void }) {
  const notify = useMessage();
  const { auto_renew: state } = proxy;
  const stored = state.gigabytes ?? state.duration_minutes;
  const packages = usePackages(proxy, 'renewal', stored);
  const { selected } = packages;
  const quote = useExtensionQuote(proxy, 'renewal', selected?.choice);
  const balance = useCurrentUser()?.wallet_balance ?? 0;
  const change = useSetAutoRenew({
    mutation: {
      meta: MESSAGES,
      // Of the mutation, not of the call: it runs although the dialog was closed meanwhile.
      onSuccess: ({ message }) => {
        if (message) notify.success(message);
        onDone?.();
      },
    },
  });
  const set = (data: Parameters<typeof change.mutate>[0]['data']): void =>
    change.mutate({ id: proxy.id, data });
  const canChoose = proxy.status === 'active' && !proxy.is_expired;
  const isUnchanged = state.enabled && selected?.value === stored;
  const summary = describeAutoRenew(state);
  const price = quote.data?.data.total;
  return (
    <div className={styles.form}>
      <Alert
        showIcon
        type={summary.type}
        role="note"
        title={summary.title}
        description={summary.text}
      />
      {canChoose && (
        <>
          <PackageField {...packages} isDisabled={change.isPending} />
          {price !== undefined && (
            <p className={styles.hint}>
              {formatNaira(price)} today. Your balance is {formatNaira(balance)}
              {balance < price ? ', which is not enough.' : '.'}
            </p>
          )}
        </>
      )}
      <Flex wrap justify="end" gap="small">
        {state.enabled && (
          <Button disabled={change.isPending} onClick={() => set({ enabled: false })}>
            Switch off
          </Button>
        )}
        {canChoose && (
          <Button
            type="primary"
            disabled={change.isPending || !selected || isUnchanged}
            onClick={() => selected && set({ enabled: true, ...selected.choice })}
          >
            {state.enabled ? 'Save' : 'Switch on'}
          </Button>
        )}
      </Flex>
    </div>
  );
}
