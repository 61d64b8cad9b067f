import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { PageHeader } from '@/components/layout/page-header';
import styles from './list-page.module.css';
import { ListSection, type ListSectionProps } from './list-section';
import { useHasListParts } from './use-list-parts';

interface ListPageProps<Row, V> extends ListSectionProps<Row, V> {
  title: string;
  actions?: ReactNode;
  /** On phones the actions are in a separate row. */
  actionsBelow?: boolean;
  /** Adds a Refresh button to the actions. */
  refreshable?: boolean;
  /** Content between header and list, such as statistics. */
  summary?: ReactNode;
  /** Content below the list, rendered once the list can be, and dialogs. */
  children?: ReactNode;
}

/**
 * A screen with a single list: users, proxies, transactions, audit trail and the customer's
 * histories.
 */
export function ListPage<Row extends { id: number }, V extends { page: number; search: string }>({
  title,
  actions,
  actionsBelow,
  refreshable,
  summary,
  children,
  ...section
}: ListPageProps<Row, V>) {
  const hasParts = useHasListParts(section);
  const { isFetching, refetch } = section.query;
  const refresh = refreshable && (
    <Button
      icon={<ReloadOutlined aria-hidden="true" />}
      disabled={isFetching}
      onClick={() => void refetch()}
    >
      Refresh
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        actionsBelow={actionsBelow}
        actions={
          (actions || refresh) && (
            <>
              {actions}
              {refresh}
            </>
          )
        }
      />
      {summary}
      <section className={styles.frame} aria-label={section.label}>
        <ListSection<Row, V> {...section} />
      </section>
      {hasParts && children}
    </>
  );
}
