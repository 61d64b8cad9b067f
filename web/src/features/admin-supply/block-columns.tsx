import { Button } from 'antd';
import { DateTime } from '@/components/format/date-time';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { KIND_LABELS, type TargetBlock } from './blocked-targets';

/** @param onUnblock undefined for staff who may only read. */
export const getBlockColumns = (
  onUnblock: ((block: TargetBlock) => void) | undefined,
): Column<TargetBlock>[] => [
  {
    key: 'target',
    title: 'Target',
    card: 'title',
    render: ({ pattern }) => <code style={{ overflowWrap: 'anywhere' }}>{pattern}</code>,
  },
  {
    key: 'ports',
    title: 'Ports',
    render: ({ ports }) => (ports === null ? 'All' : ports.replaceAll(',', ', ')),
  },
  { key: 'kind', title: 'Proxies', render: ({ kind }) => KIND_LABELS[kind] },
  { key: 'reason', title: 'Reason', render: ({ reason }) => reason },
  {
    key: 'added',
    title: 'Blocked by',
    render: ({ created_by: by, created_at: at }) => (
      <StackedCell primary={by} secondary={<DateTime iso={at} />} />
    ),
  },
  ...(onUnblock
    ? [
        {
          key: 'action',
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
