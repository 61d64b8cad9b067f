import { SkeletonBar, SkeletonRows } from './skeleton';
import styles from './skeleton.module.css';

/** A page below its heading: figures and a panel, as in the HTML before the scripts. */
export function PageSkeleton({ cards = 0, label = 'Loading' }: { cards?: number; label?: string }) {
  return (
    <>
      {cards > 0 && (
        <div className={styles.cards} aria-hidden="true">
          {Array.from({ length: cards }, (_, card) => (
            <div key={card}>
              <SkeletonBar width="60%" height={12} />
              <SkeletonBar width="40%" height={18} />
            </div>
          ))}
        </div>
      )}
      <div className={styles.panel}>
        <SkeletonRows rows={6} label={label} />
      </div>
    </>
  );
}
