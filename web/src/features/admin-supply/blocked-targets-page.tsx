import { Button } from 'antd';
import { DateTime } from '@/components/format/date-time';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import {
  KIND_LABELS,
  type TargetBlock,
  blockSearch,
  findBlocks,
  KIND_OPTIONS,
} from './blocked-targets';
import { useState } from 'react';
import { useAdminListTargetBlocks } from '@/api/generated/admin-supply';
import { useCan } from '@/api/use-can';
import { ListPage } from '@/components/list-page/list-page';
import { useListSearch } from '@/lib/list-search';
import { BlockDialog, UnblockDialog } from './block-dialogs';
import { listFailure } from '@/api/failures';

/** @param onUnblock undefined for staff who may only read. */
export const getBlockColumns = (
  onUnblock: ((block: TargetBlock) => void) | undefined,
): Column<TargetBlock>[] => [
  {
    title: 'Target',
    grow: 3,
    card: 'title',
    render: ({ pattern }) => <code>{pattern}</code>,
  },
  { title: 'Ports', render: ({ ports }) => (ports === null ? 'All' : ports.replaceAll(',', ', ')) },
  { title: 'Proxies', render: ({ kind }) => KIND_LABELS[kind] },
  { title: 'Reason', grow: 4, render: ({ reason }) => reason },
  {
    title: 'Blocked by',
    grow: 2,
    render: ({ created_by: by, created_at: at }) => (
      <StackedCell primary={by} secondary={<DateTime iso={at} />} />
    ),
  },
  ...(onUnblock
    ? [
        {
          title: 'Action',
          card: 'foot' as const,
          render: (block: TargetBlock) => (
            <Button
              size="small"
              danger
              aria-label={`Unblock ${block.pattern}`}
              aria-haspopup="dialog"
              onClick={() => onUnblock(block)}
            >
              Unblock
            </Button>
          ),
        },
      ]
    : []),
];

const FAILED = 'Failed to load the blocked targets';
const FILTERS = [{ name: 'kind', label: 'Proxies', options: KIND_OPTIONS, allValue: 'all' }];

/** What customers cannot reach through the gateways. */
export default function BlockedTargetsPage() {
  const canManage = useCan()('supply.manage');
  const search = useListSearch(blockSearch);
  const query = useAdminListTargetBlocks({ query: { meta: { quiet: true } } });
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<TargetBlock | null>(null);
  const add = canManage && (
    <Button type="primary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
      Block a target
    </Button>
  );
  return (
    <ListPage<TargetBlock, typeof search.values>
      title="Blocked Targets"
      actions={add}
      actionsBelow
      refreshable
      label="Blocked targets"
      search={search}
      searchLabel="Search blocked targets"
      searchPlaceholder="Search by target or reason"
      filters={FILTERS}
      query={query}
      rows={query.data && findBlocks(query.data.data.blocks, search.values)}
      pagination={undefined}
      columns={getBlockColumns(canManage ? setRemoved : undefined)}
      skeletonRows={3}
      empty={{
        icon: 'ban',
        title: 'No target is blocked',
        hint: 'Private networks and mail ports are always refused. Block here what customers must not reach beside them.',
      }}
      emptyFiltered="No blocked targets found matching your search criteria."
      error={listFailure(FAILED)}
    >
      {isAdding && <BlockDialog onClose={() => setAdding(false)} />}
      {removed && <UnblockDialog block={removed} onClose={() => setRemoved(null)} />}
    </ListPage>
  );
}
