import { Button, Form } from 'antd';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { NumberInput } from '@/components/form/number-input';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import styles from './order-form.module.css';
import { RadioCards } from './radio-cards';

/** One order has at most so many gigabytes. */
const MAX_GB = 1000;

/** What traffic costs before surcharges and discounts. */
interface TrafficOffer {
  /** Gigabytes as written in the price list. */
  traffic: string;
  price: number;
  validity_days: number;
}

/**
 * The offer for a number of gigabytes: a package, or as many gigabytes at the price of the next smaller package.
 * @returns undefined for what is not sold.
 */
export function toOffer(
  packages: readonly TrafficOffer[],
  traffic: string,
): TrafficOffer | undefined {
  const gigabytes = Number(traffic);
  const listed = packages.find((one) => one.traffic === traffic);
  if (listed || !Number.isInteger(gigabytes) || gigabytes > MAX_GB) return listed;
  const tier = packages
    .filter((one) => Number(one.traffic) <= gigabytes)
    .toSorted((a, b) => Number(b.traffic) - Number(a.traffic))[0];
  return (
    tier && { ...tier, traffic, price: Math.round((tier.price * gigabytes) / Number(tier.traffic)) }
  );
}

interface AnotherAmountProps extends Pick<TrafficPackagesProps, 'packages' | 'onChange'> {
  /** Gigabytes as typed or chosen; empty when nothing is. */
  traffic: string;
}

/** Gigabytes that no package has. */
function AnotherAmount({ packages, traffic, onChange }: AnotherAmountProps) {
  const isPackage = packages.some((one) => one.traffic === traffic);
  const amount = isPackage ? '' : traffic;
  const offer = amount === '' ? undefined : toOffer(packages, amount);
  const cheaper =
    offer &&
    packages.find((one) => Number(one.traffic) > Number(offer.traffic) && one.price <= offer.price);
  const smallest = Math.min(...packages.map((one) => Number(one.traffic)));
  const isWrong = amount !== '' && !offer;
  return (
    <Form.Item
      className={styles.amount}
      label="Another amount"
      htmlFor="another-amount"
      validateStatus={isWrong ? 'error' : undefined}
      help={
        isWrong
          ? `Enter a whole number from ${formatNumber(smallest)} to ${formatNumber(MAX_GB)}.`
          : undefined
      }
      extra={
        cheaper && (
          <>
            {cheaper.traffic} GB cost {cheaper.price < offer.price ? 'less' : 'the same'}:{' '}
            {formatNaira(cheaper.price)}.{' '}
            <Button type="link" size="small" onClick={() => onChange(cheaper.traffic)}>
              Choose {cheaper.traffic} GB
            </Button>
          </>
        )
      }
    >
      <NumberInput
        id="another-amount"
        suffix="GB"
        inputMode="numeric"
        value={amount === '' ? null : Number(amount)}
        onChange={(value) => onChange(value === null ? '' : String(value))}
      />
    </Form.Item>
  );
}

interface TrafficPackagesProps {
  packages: readonly TrafficOffer[];
  isLoading: boolean;
  isError: boolean;
  onRetry: () => void;
  /** Of the customer, or the default; null when it is not sold. */
  value: string | null;
  /** As the customer has chosen or typed it; empty for the default. */
  traffic: string;
  onChange: (traffic: string) => void;
}

export function TrafficPackages({
  packages,
  isLoading,
  isError,
  onRetry,
  value,
  traffic,
  onChange,
}: TrafficPackagesProps) {
  if (isLoading) return <LoadingRows rows={3} label="Loading prices" />;
  if (isError) return <ErrorState title="Prices could not be loaded" onRetry={onRetry} />;
  return (
    <>
      <RadioCards
        label="Traffic package"
        size="small"
        value={value}
        onChange={onChange}
        cards={packages.map(({ traffic: gigabytes, price }) => ({
          value: gigabytes,
          content: (
            <>
              <span className={styles.traffic}>{gigabytes} GB</span>
              <strong className={styles.price}>{formatNaira(price)}</strong>
              <span className={styles.unit}>{formatNaira(price / Number(gigabytes))} per GB</span>
            </>
          ),
        }))}
      />
      {packages.length > 0 && <AnotherAmount {...{ packages, traffic, onChange }} />}
      {traffic === '' && (
        <p className={styles.hint}>
          <span>Please select a traffic limit to continue.</span>
          {value !== null && ` ${value} GB is already selected.`}
        </p>
      )}
    </>
  );
}
