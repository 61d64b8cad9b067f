import { useState } from 'react';
import { usePoolPricing } from '@/api/generated/catalog';
import { asList } from '@/lib/list';
import type { Proxy } from '@/features/proxies/proxy';
import {
  getBoughtSize,
  PERIOD_OPTIONS,
  toPackageOptions,
  type PackageOption,
} from '@/features/proxies/renewal/extension';
import {
  getRenewalKind,
  RENEWAL_KINDS,
  type Choices,
  type RenewalKind,
  isPayable,
  splitRenewable,
  whyNot,
  type RowState,
  useBulkRenewal,
} from './use-bulk-renewal';
import { Alert, Button, Flex, Progress, Spin } from 'antd';
import { useCurrentUser } from '@/api/use-current-user';
import { Dialog } from '@/components/ui/dialog';
import { PayButton } from '@/components/orders/pay-button';
import { formatNaira } from '@/lib/money';
import { capitalise, proxyTypeName } from '@/lib/text';
import { PackageField } from '@/features/proxies/renewal/package-field';
import { Shortfall } from '@/features/proxies/renewal/shortfall';
import styles from './bulk-renewal.module.css';

/** The packages or periods of each kind among the proxies, and the chosen ones. */
export function useRenewalChoices(proxies: readonly Proxy[]) {
  const [values, setValues] = useState<Partial<Record<RenewalKind, number>>>({});
  const countOf = (kind: RenewalKind) =>
    proxies.filter((proxy) => getRenewalKind(proxy) === kind).length;
  const query = (kind: 'residential' | 'mobile') => ({
    query: { enabled: countOf(kind) > 0, meta: { quiet: true } },
  });
  const residential = usePoolPricing({ connection_type: 'residential' }, query('residential'));
  const mobile = usePoolPricing({ connection_type: 'mobile' }, query('mobile'));
  const pools = { residential, mobile };

  const optionsOf = (kind: RenewalKind): readonly PackageOption[] =>
    kind === 'datacenter'
      ? PERIOD_OPTIONS
      : toPackageOptions(asList(pools[kind].data?.data.priceList), 'renewal');
  const kinds = RENEWAL_KINDS.filter((kind) => countOf(kind) > 0).map((kind) => {
    const options = optionsOf(kind);
    const pool = kind === 'datacenter' ? null : pools[kind];
    // The smallest, so that none costs more than it did.
    const bought = Math.min(
      ...proxies.filter((proxy) => getRenewalKind(proxy) === kind).map(getBoughtSize),
    );
    return {
      kind,
      count: countOf(kind),
      options,
      selected: options.findLast(({ value }) => value <= (values[kind] ?? bought)) ?? options[0],
      select: (value: number | null) =>
        setValues((all) => ({ ...all, [kind]: value ?? undefined })),
      isLoading: pool?.isLoading ?? false,
      isError: pool?.isError ?? false,
      refetch: () => void pool?.refetch(),
    };
  });
  const choices: Choices = Object.fromEntries(kinds.map(({ kind, selected }) => [kind, selected]));
  return { kinds, choices };
}

interface BulkRenewalDialogProps {
  /** In the order of the list. */
  proxies: readonly Proxy[];
  onClose: () => void;
}

function Outcome({ state }: { state: RowState | undefined }) {
  switch (state?.step) {
    case 'priced':
      return formatNaira(state.total);
    case 'refused':
      return <span className={styles.bad}>{state.reason}</span>;
    case 'renewing':
      return 'Renewing...';
    case 'renewed':
      return <span className={styles.good}>Renewed</span>;
    case 'failed':
      return <span className={styles.bad}>{state.reason}</span>;
    default:
      return <Spin size="small" aria-label="Loading the price" />;
  }
}

/** Renews several proxies, each at the price that is shown. */
export default function BulkRenewalDialog({ proxies, onClose }: BulkRenewalDialogProps) {
  // As chosen when it opened: what is renewed meanwhile stays in the list.
  const [{ renewable, others }] = useState(() => splitRenewable(proxies));
  const { kinds, choices } = useRenewalChoices(renewable);
  const { states, isBusy, start } = useBulkRenewal(renewable, choices);
  const balance = useCurrentUser()?.wallet_balance ?? 0;
  const all = renewable.map(({ id }) => states[id]);
  const payable = all.filter(isPayable);
  const total = payable.reduce((sum, state) => sum + state.total, 0);
  const done = all.filter((state) => state?.step === 'renewed').length;
  const failed = all.filter((state) => state?.step === 'failed').length;
  const isPricing = all.some((state) => !state || state.step === 'pricing');
  const hasStarted = done > 0 || failed > 0 || isBusy;
  return (
    <Dialog
      title={`Renew ${renewable.length === 1 ? '1 proxy' : `${renewable.length} proxies`}`}
      width={560}
      // What was begun is finished in sight of whoever pays for it.
      onClose={isBusy ? () => undefined : onClose}
    >
      <div className={styles.fields}>
        {kinds.map(({ kind, count, ...packages }) => (
          <div key={kind}>
            <strong>
              {capitalise(kind)} ({count})
            </strong>
            <PackageField {...packages} isDisabled={hasStarted} />
          </div>
        ))}
      </div>
      <ul className={styles.rows} aria-label="Proxies to renew" tabIndex={0}>
        {renewable.map((proxy) => (
          <li key={proxy.id}>
            <span>
              #{proxy.id} {proxyTypeName(proxy.type)}
            </span>
            <span className={styles.outcome}>
              <Outcome state={states[proxy.id]} />
            </span>
          </li>
        ))}
        {others.map((proxy) => (
          <li key={proxy.id} className={styles.other}>
            <span>
              #{proxy.id} {proxyTypeName(proxy.type)}
            </span>
            <span className={styles.outcome}>Cannot be renewed. {whyNot(proxy)}</span>
          </li>
        ))}
      </ul>
      {hasStarted && (
        <Progress
          aria-label="Renewed"
          percent={Math.round((done / renewable.length) * 100)}
          status={failed > 0 && !isBusy ? 'exception' : undefined}
        />
      )}
      {!isBusy && hasStarted && (
        <Alert
          className={styles.summary}
          role="status"
          showIcon
          type={failed > 0 ? 'warning' : 'success'}
          title={
            failed > 0
              ? `${done} renewed, ${failed} not. Press Renew to try those again; none is charged twice.`
              : `${done} renewed.`
          }
        />
      )}
      {!isBusy && payable.length > 0 && <Shortfall total={total} balance={balance} />}
      <p className={styles.total} aria-live="polite">
        <span>Wallet balance {formatNaira(balance)}</span>
        {payable.length > 0 && <strong>Total {formatNaira(total)}</strong>}
      </p>
      <Flex justify="end" gap="small">
        <Button disabled={isBusy} onClick={onClose}>
          {hasStarted && !isBusy ? 'Done' : 'Cancel'}
        </Button>
        {(isBusy || payable.length > 0 || !hasStarted) && (
          <PayButton
            disabled={isBusy || isPricing || payable.length === 0 || balance < total}
            onClick={() => void start()}
          >
            {isBusy
              ? `Renewing ${done + 1} of ${renewable.length}...`
              : `Renew ${payable.length}${payable.length > 0 ? ` for ${formatNaira(total)}` : ''}`}
          </PayButton>
        )}
      </Flex>
    </Dialog>
  );
}
