import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { formatNaira } from '@/lib/money';
import { RadioCards } from './radio-cards';
import styles from './traffic-packages.module.css';

interface TrafficPackagesProps {
  packages: readonly { traffic: string; price: number }[];
  isLoading: boolean;
  isError: boolean;
  onRetry: () => void;
  /** Gigabytes as written in the price list. */
  value: string | null;
  /** Whether the customer has chosen it; otherwise it is the default. */
  isChosen: boolean;
  onChange: (traffic: string) => void;
}

export function TrafficPackages({
  packages,
  isLoading,
  isError,
  onRetry,
  value,
  isChosen,
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
      {!isChosen && (
        <p className={styles.hint}>
          <span>Please select a traffic limit to continue.</span>
          {value !== null && ` ${value} GB is already selected.`}
        </p>
      )}
    </>
  );
}
