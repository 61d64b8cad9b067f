import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
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
}

/** Ant Design's pagination with five page numbers and buttons labelled for screen readers. */
export default function ListPagination({
  info,
  requestedPage,
  onPage,
  mode = 'numbers',
  label = 'Pages',
}: ListPaginationProps) {
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
      <p className={styles.range}>
        {mode === 'steps'
          ? `Page ${current} of ${last}`
          : `Showing ${info.from ?? 0} to ${info.to ?? 0} of ${info.total} results`}
      </p>
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
