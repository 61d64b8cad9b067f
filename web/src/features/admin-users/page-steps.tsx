import type { PageInfo } from '@/components/data-list/pager';
import pager from '@/components/data-list/pager.module.css';
import { Icon } from '@/components/ui/icon';
import { getPagerState } from '@/lib/pager';

interface PageStepsProps {
  info: PageInfo;
  /** The page that is on its way, while the answer about another one is still shown. */
  asked?: number;
  onPage: (page: number) => void;
}

/** Previous, Next and where one stands. */
export function PageSteps({ info, asked, onPage }: PageStepsProps) {
  const { current, last } = getPagerState(info, asked);
  return (
    <nav className={pager.pager} aria-label="Pages">
      <p className={pager.range}>
        Page {current} of {last}
      </p>
      <div className={pager.buttons}>
        <button
          type="button"
          className={pager.button}
          disabled={current <= 1}
          onClick={() => onPage(current - 1)}
        >
          <Icon name="chevronLeft" size={15} />
          Previous
        </button>
        <button
          type="button"
          className={pager.button}
          disabled={current >= last}
          onClick={() => onPage(current + 1)}
        >
          Next
          <Icon name="chevronRight" size={15} />
        </button>
      </div>
    </nav>
  );
}
