import { getPagerState, pageWindow, type PageInfo } from '@/lib/pager';
import { Icon } from '../ui/icon';
import styles from './pager.module.css';

export type { PageInfo } from '@/lib/pager';

interface PagerProps {
  info: PageInfo;
  /** The page that is on its way, while the answer about another one is still shown. */
  asked?: number;
  onPage: (page: number) => void;
  /** Tells one pager of a screen from another. */
  label?: string;
}

export function Pager({ info, asked, onPage, label = 'Pages' }: PagerProps) {
  const { current, last } = getPagerState(info, asked);
  return (
    <nav className={styles.pager} aria-label={label}>
      <p className={styles.range}>
        Showing {info.from ?? 0} to {info.to ?? 0} of {info.total} results
      </p>
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.button}
          disabled={current <= 1}
          onClick={() => onPage(current - 1)}
        >
          <Icon name="chevronLeft" size={15} />
          <span className={styles.word}>Previous</span>
        </button>
        {pageWindow(current, last).map((page) => (
          <button
            key={page}
            type="button"
            className={styles.button}
            aria-label={`Page ${page}`}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => page !== current && onPage(page)}
          >
            {page}
          </button>
        ))}
        <button
          type="button"
          className={styles.button}
          disabled={current >= last}
          onClick={() => onPage(current + 1)}
        >
          <span className={styles.word}>Next</span>
          <Icon name="chevronRight" size={15} />
        </button>
      </div>
    </nav>
  );
}
