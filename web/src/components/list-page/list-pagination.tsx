import { Button, Pagination } from 'antd';
import { useRef, type ReactNode } from 'react';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { formatNumber } from '@/lib/number';
import { getPagerState, pageWindow, type PageInfo } from '@/lib/pager';
import styles from './list-page.module.css';

interface ListPaginationProps {
  info: PageInfo;
  /** The page being loaded while rows of another page are shown. */
  requestedPage?: number;
  onPage: (page: number) => void;
  /** `numbers`: five page buttons and the range of rows; `steps`: "Page 2 of 9". */
  mode?: 'numbers' | 'steps';
  /** Accessible name; required if a screen has several. */
  label?: string;
  /** Counts the rows when their number is an estimate. */
  onCount?: () => void;
  isCounting?: boolean;
}

/** Ant Design's pagination with five page numbers and buttons labelled for screen readers. */
export default function ListPagination({
  info,
  requestedPage,
  onPage,
  mode = 'numbers',
  label = 'Pages',
  onCount,
  isCounting,
}: ListPaginationProps) {
  const range = useRef<HTMLParagraphElement>(null);
  const isEstimate = info.total_is_estimate === true;
  const about = (count: number): string =>
    isEstimate ? `about ${formatNumber(count)}` : String(count);
  const { current, last } = getPagerState(info, requestedPage);
  const shown = mode === 'numbers' ? pageWindow(current, last) : [];

  const renderItem = (page: number, type: string): ReactNode => {
    if (type === 'prev' || type === 'next') {
      const isPrevious = type === 'prev';
      return (
        <button
          type="button"
          tabIndex={-1}
          className={styles.step}
          disabled={isPrevious ? current <= 1 : current >= last}
        >
          {isPrevious && <LeftOutlined aria-hidden="true" />}
          <span className={mode === 'numbers' ? styles.stepLabel : undefined}>
            {isPrevious ? 'Previous' : 'Next'}
          </span>
          {!isPrevious && <RightOutlined aria-hidden="true" />}
        </button>
      );
    }
    if (type !== 'page' || !shown.includes(page)) return null;
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.page}
        aria-label={`Page ${page}`}
        aria-current={page === current ? 'page' : undefined}
      >
        {page}
      </button>
    );
  };

  return (
    <nav className={styles.pagination} aria-label={label}>
      <div className={styles.count}>
        <p
          ref={range}
          tabIndex={-1}
          role={isEstimate ? 'status' : undefined}
          className={styles.range}
        >
          {mode === 'steps'
            ? `Page ${current} of ${about(last)}`
            : `Showing ${info.from ?? 0} to ${info.to ?? 0} of ${about(info.total)} results`}
        </p>
        {isEstimate && onCount && (
          <Button
            type="link"
            size="small"
            loading={isCounting}
            onClick={() => {
              // The button goes when the count is there.
              range.current?.focus();
              onCount();
            }}
          >
            Count exactly
          </Button>
        )}
      </div>
      <Pagination
        current={current}
        total={last}
        pageSize={1}
        showSizeChanger={false}
        showTitle={false}
        itemRender={renderItem}
        onChange={onPage}
      />
    </nav>
  );
}
