import { Alert, Button, Descriptions, Flex } from 'antd';
import { useCurrentUser } from '@/api/use-current-user';
import { useSpendingLimits } from '@/api/use-spending-limits';
import { SpendingNote } from '@/components/orders/spending-note';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import type { Proxy } from '../proxy';
import { getNewEnd, getTrafficAfter, type ExtensionKind, type PackageOption } from './extension';
import { PackageField } from './package-field';
import styles from './renewal.module.css';
import { Shortfall } from './shortfall';
import { useExtend, useExtensionQuote, type PriceChange } from './use-extension';
import { usePackages } from './use-packages';

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
  const packages = usePackages(proxy, kind, proxy.auto_renew.gigabytes);
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
        <Button
          type="primary"
          disabled={isBusy || !canPay}
          onClick={() => selected && total !== null && extend(selected.choice, total)}
        >
          {isBusy ? verb.busy : `${verb.idle}${total === null ? '' : ` for ${formatNaira(total)}`}`}
        </Button>
      </Flex>
    </div>
  );
}
