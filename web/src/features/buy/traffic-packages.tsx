import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { formatNaira } from '@/lib/money';
import styles from './traffic-packages.module.css';

interface TrafficPackagesProps {
  packages: readonly { traffic: string; price: number }[];
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  /** Gigabytes, as the price list writes them. */
  value: string | null;
  onChange: (traffic: string) => void;
}

export function TrafficPackages({
  packages,
  loading,
  failed,
  onRetry,
  value,
  onChange,
}: TrafficPackagesProps) {
  if (loading) return <SkeletonRows rows={3} label="Loading prices" />;
  if (failed) return <ErrorState title="Prices could not be loaded" onRetry={onRetry} />;
  return (
    <>
      <div className={styles.grid} role="radiogroup" aria-label="Traffic package">
        {packages.map(({ traffic, price }) => (
          <label key={traffic} className={styles.card}>
            <input
              type="radio"
              name="traffic"
              value={traffic}
              checked={traffic === value}
              onChange={() => onChange(traffic)}
            />
            <span className={styles.traffic}>{traffic} GB</span>
            <span className={styles.price}>{formatNaira(price)}</span>
            <span className={styles.unit}>{formatNaira(price / Number(traffic))} per GB</span>
          </label>
        ))}
      </div>
      <p className={styles.hint}>Please select a traffic limit to continue.</p>
    </>
  );
}
