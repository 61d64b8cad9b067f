import { Alert, Button, Collapse, Flex, Descriptions } from 'antd';
import { useSetAutoRenew } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { useCurrentUser } from '@/api/use-current-user';
import { formatNaira } from '@/lib/money';
import type { Proxy } from '@/features/proxies/proxy';
import { describeAutoRenew } from './auto-renew-state';
import { AutoTrafficForm } from './auto-traffic-form';
import { PackageField, usePackages } from './package-field';
import styles from './renewal.module.css';
import { useExtensionQuote, useExtend, type PriceChange } from './use-extension';
import { useSpendingLimits } from '@/api/use-spending-limits';
import { PayButton } from '@/components/orders/pay-button';
import { SpendingNote } from '@/components/orders/spending-note';
import { formatDateTime } from '@/lib/date';
import {
  canAddTraffic,
  getNewEnd,
  getTrafficAfter,
  type ExtensionKind,
  type PackageOption,
} from './extension';
import { Shortfall } from './shortfall';
import { Dialog } from '@/components/ui/dialog';
import { proxyTypeName } from '@/lib/text';
import type { RenewalAction } from './proxy-actions';

const MESSAGES = { fallback: 'Failed to change automatic renewal' };

/** Switches automatic renewal on with a package, or off, and says what happens next. */
export function AutoRenewForm({ proxy, onDone }: { proxy: Proxy; onDone?: () => void }) {
  const { auto_renew: state } = proxy;
  const stored = state.gigabytes ?? state.duration_minutes;
  const packages = usePackages(proxy, 'renewal');
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

interface ExtensionFormProps {
  proxy: Proxy;
  kind: ExtensionKind;
  onDone: () => void;
}

const VERBS = {
  renewal: { idle: 'Renew', busy: 'Renewing...' },
  traffic: { idle: 'Add traffic', busy: 'Adding traffic...' },
};

function describe(proxy: Proxy, kind: ExtensionKind, selected: PackageOption | undefined) {
  if (!selected) return [];
  const traffic = getTrafficAfter(proxy, selected.choice);
  const end =
    kind === 'renewal'
      ? { label: 'New end', value: formatDateTime(getNewEnd(proxy, selected.days)) }
      : { label: 'End, unchanged', value: formatDateTime(proxy.expires_at) };
  return [
    end,
    ...(traffic === null ? [] : [{ label: 'Traffic left after', value: `${traffic} GB` }]),
  ];
}

const ChangedPrice = ({ before, now, verb }: PriceChange & { verb: string }) => (
  <Alert
    type="info"
    role="note"
    showIcon
    title={`The price was ${formatNaira(before)} and is now ${formatNaira(now)}. You have not been charged; press ${verb} again to pay the new price.`}
  />
);

/** What an extension costs and changes, and the button that pays it from the wallet. */
export function ExtensionForm({ proxy, kind, onDone }: ExtensionFormProps) {
  const packages = usePackages(proxy, kind);
  const { selected } = packages;
  const quote = useExtensionQuote(proxy, kind, selected?.choice);
  const { extend, isBusy, priceChange, reset } = useExtend(proxy, kind, onDone);
  const balance = useCurrentUser()?.wallet_balance ?? 0;
  const limits = useSpendingLimits();
  const verb = VERBS[kind];
  const total = quote.isError ? null : (quote.data?.data.total ?? null);
  // While a new price is loaded, the one on screen is not what would be charged.
  const canPay = total !== null && !quote.isFetching && balance >= total;
  const items = [
    ...describe(proxy, kind, selected),
    { label: 'Wallet balance', value: formatNaira(balance) },
    {
      label: 'Total',
      value: (
        <span className={styles.total} aria-live="polite">
          {total === null ? '–' : formatNaira(total)}
        </span>
      ),
    },
  ];
  return (
    <div className={styles.form}>
      <PackageField
        {...packages}
        isDisabled={isBusy}
        select={(value) => {
          reset();
          packages.select(value);
        }}
      />
      <Descriptions
        className={styles.lines}
        column={1}
        colon={false}
        items={items.map(({ label, value }) => ({ key: label, label, children: value }))}
      />
      {quote.error && (
        <Alert
          type="error"
          title={quote.error.message || 'The price could not be loaded.'}
          action={
            <Button size="small" onClick={() => void quote.refetch()}>
              Try Again
            </Button>
          }
        />
      )}
      {priceChange?.now === total && priceChange && (
        <ChangedPrice {...priceChange} verb={verb.idle} />
      )}
      {total !== null && (
        <>
          <Shortfall total={total} balance={balance} />
          <SpendingNote limits={limits} total={total} className={styles.limit} />
        </>
      )}
      <Flex justify="end">
        <PayButton
          disabled={isBusy || !canPay}
          onClick={() => selected && total !== null && extend(selected.choice, total)}
        >
          {isBusy ? verb.busy : `${verb.idle}${total === null ? '' : ` for ${formatNaira(total)}`}`}
        </PayButton>
      </Flex>
    </div>
  );
}

interface RenewalDialogProps {
  proxy: Proxy;
  action: RenewalAction;
  onClose: () => void;
}

const TITLES: Record<RenewalAction, string> = {
  renewal: 'Renew',
  traffic: 'Add traffic to',
  'auto-renew': 'Auto-renew',
};

export default function RenewalDialog({ proxy, action, onClose }: RenewalDialogProps) {
  return (
    <Dialog
      title={`${TITLES[action]} #${proxy.id} (${proxyTypeName(proxy.type)})`}
      width={480}
      onClose={onClose}
    >
      {action === 'auto-renew' ? (
        <>
          <AutoRenewForm proxy={proxy} onDone={onClose} />
          {canAddTraffic(proxy) && (
            <Collapse
              ghost
              defaultActiveKey={
                proxy.auto_renew.top_up_below_gb || proxy.auto_renew.top_up_problem ? 'on' : []
              }
              items={[
                {
                  key: 'on',
                  label: 'Buy traffic automatically',
                  children: <AutoTrafficForm proxy={proxy} onDone={onClose} />,
                },
              ]}
            />
          )}
        </>
      ) : (
        <ExtensionForm proxy={proxy} kind={action} onDone={onClose} />
      )}
    </Dialog>
  );
}
