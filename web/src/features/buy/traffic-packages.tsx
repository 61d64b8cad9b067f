import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import type { TrafficPriceItem } from '@/api/generated/api.schemas';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import styles from './order-form.module.css';
import { RadioCards } from './radio-cards';

/** The largest amount that need not be a package. */
const MAX_AMOUNT = 1000;

/** A package, or another amount, which has the price per GB of the next smaller package, as on the server. */
export function findTraffic(
  packages: readonly TrafficPriceItem[],
  gigabytes: number,
): TrafficPriceItem | undefined {
  const tier = packages
    .filter(({ traffic }) => Number(traffic) <= gigabytes)
    .reduce<TrafficPriceItem | undefined>(
      (best, each) => (best && Number(best.traffic) > Number(each.traffic) ? best : each),
      undefined,
    );
  const size = Number(tier?.traffic);
  if (!tier || size === gigabytes) return tier;
  if (!Number.isInteger(gigabytes) || gigabytes > MAX_AMOUNT) return undefined;
  const price = Math.max(1, Math.round((tier.price * gigabytes) / size));
  return { ...tier, traffic: String(gigabytes), price };
}

const AMOUNT_ID = 'traffic-amount';

interface TrafficPackagesProps {
  packages: readonly TrafficPriceItem[];
  isLoading: boolean;
  isError: boolean;
  onRetry: () => void;
  /** Undefined for an amount that is not sold. */
  selected: TrafficPriceItem | undefined;
  /** What the customer has chosen or typed; empty while the default is selected. */
  value: string;
  /** Whether the value of the last change has still to arrive. */
  isBehind: boolean;
  onChange: (traffic: string) => void;
}

export function TrafficPackages({
  packages,
  isLoading,
  isError,
  onRetry,
  selected,
  value,
  isBehind,
  onChange,
}: TrafficPackagesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (isLoading) return <LoadingRows rows={3} label="Loading prices" />;
  if (isError) return <ErrorState title="Prices could not be loaded" onRetry={onRetry} />;
  const isPackage = selected !== undefined && packages.includes(selected);
  const isTyped = typed !== null && (isBehind || typed === value);
  const isAmount = selected !== undefined && !isPackage;
  const isBad = value !== '' && !selected;
  const [cheaper] = packages
    .filter(
      ({ traffic, price }) =>
        selected && Number(traffic) > Number(selected.traffic) && price <= selected.price,
    )
    .sort((a, b) => a.price - b.price);
  const select = (traffic: string): void => {
    setTyped(null);
    onChange(traffic);
  };
  const smallest = Math.min(...packages.map(({ traffic }) => Number(traffic)));
  const range = `from ${formatNumber(smallest)} to ${formatNumber(MAX_AMOUNT)}`;
  return (
    <>
      <RadioCards
        label="Traffic package"
        size="small"
        value={selected?.traffic ?? null}
        onChange={select}
        cards={packages.map(({ traffic, price }) => ({
          value: traffic,
          content: (
            <>
              <span className={styles.traffic}>{traffic} GB</span>
              <strong className={styles.price}>{formatNaira(price)}</strong>
              <span className={styles.unit}>{formatNaira(price / Number(traffic))} per GB</span>
            </>
          ),
        }))}
      />
      {packages.length > 0 && (
        <Form.Item
          className={`${styles.amount} ${isAmount ? styles.chosen : ''}`}
          label="Another amount"
          htmlFor={AMOUNT_ID}
          validateStatus={isBad ? 'error' : undefined}
          help={
            <span id={`${AMOUNT_ID}-help`}>
              {isAmount && `${formatNaira(selected.price / Number(selected.traffic))} per GB`}
              {!isAmount && (isBad ? `Enter a whole number ${range}.` : `Whole GB, ${range}`)}
            </span>
          }
        >
          <Input
            id={AMOUNT_ID}
            size="large"
            inputMode="numeric"
            autoComplete="off"
            suffix="GB"
            value={isTyped ? typed : isPackage ? '' : value}
            aria-describedby={`${AMOUNT_ID}-help`}
            aria-invalid={isBad}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(event.target.value);
            }}
          />
        </Form.Item>
      )}
      {selected && cheaper && (
        <Alert
          type="info"
          role="note"
          className={styles.cheaper}
          title={`${cheaper.traffic} GB cost ${cheaper.price < selected.price ? 'less' : 'the same'}: ${formatNaira(cheaper.price)}`}
          action={
            <Button onClick={() => select(cheaper.traffic)}>Choose {cheaper.traffic} GB</Button>
          }
        />
      )}
      {value === '' && (
        <p className={styles.hint}>
          <span>Please select a traffic limit to continue.</span>
          {selected && ` ${selected.traffic} GB is already selected.`}
        </p>
      )}
    </>
  );
}
