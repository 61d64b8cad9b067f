import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { Button, Flex } from 'antd';
import { Country } from '@/components/format/country';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { describeEnd, describeProxy, UNIT_LOOKS, type Unit } from './stock';

/** Undefined for staff who may only read. */
export type UnitActions =
  | {
      change: (unit: Unit) => void;
      replace: (unit: Unit) => void;
      prolong: (unit: Unit) => void;
      /** Of the provider, in place of this one. */
      requestReplacement: (unit: Unit) => void;
    }
  | undefined;

const UnitBadge = ({ status }: Pick<Unit, 'status'>) => <StatusBadge {...UNIT_LOOKS[status]} />;

const describeAccess = ({ protocol, port }: Unit): string =>
  [protocol === 'http' ? 'HTTP' : 'SOCKS5', port !== null && `port ${port}`]
    .filter(Boolean)
    .join(', ');

export const getStockColumns = (actions: UnitActions): Column<Unit>[] => [
  {
    title: 'Address',
    grow: 3,
    render: (unit) => (
      <StackedCell
        primary={<code style={{ overflowWrap: 'anywhere' }}>{unit.address}</code>}
        secondary={describeAccess(unit)}
      />
    ),
  },
  { title: 'Country', render: (unit) => <Country code={unit.country} name={unit.country_name} /> },
  {
    title: 'Customer',
    grow: 3,
    render: (unit) => (
      <StackedCell
        primary={unit.proxy?.customer ?? '–'}
        secondary={unit.proxy && `Proxy #${unit.proxy.id}`}
      />
    ),
  },
  {
    title: 'At the provider',
    grow: 3,
    render: (unit) => <StackedCell primary={describeEnd(unit)} secondary={unit.note} />,
  },
  { title: 'Status', render: UnitBadge },
  ...(actions
    ? [
        {
          title: 'Action',
          render: (unit: Unit) => (
            <Flex gap={8} wrap>
              <Button
                size="small"
                aria-label={`Change ${unit.address}`}
                aria-haspopup="dialog"
                onClick={() => actions.change(unit)}
              >
                Change
              </Button>
              {unit.proxy && (
                <Button
                  size="small"
                  aria-label={`Replace ${unit.address}`}
                  aria-haspopup="dialog"
                  onClick={() => actions.replace(unit)}
                >
                  Replace
                </Button>
              )}
              {unit.provider && (
                <>
                  <Button
                    size="small"
                    aria-label={`Prolong ${unit.address}`}
                    aria-haspopup="dialog"
                    onClick={() => actions.prolong(unit)}
                  >
                    Prolong
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Ask for another address than ${unit.address}`}
                    aria-haspopup="dialog"
                    onClick={() => actions.requestReplacement(unit)}
                  >
                    Ask for another
                  </Button>
                </>
              )}
            </Flex>
          ),
        },
      ]
    : []),
];

/** A unit in two lines, for phones. */
export const toCompactUnit =
  (actions: UnitActions) =>
  (unit: Unit): CompactRow => ({
    name: unit.address,
    title: <code>{unit.address}</code>,
    open: actions && (() => actions.change(unit)),
    lead: <UnitBadge status={unit.status} />,
    details: [unit.country_name, describeEnd(unit), describeProxy(unit), unit.note],
    actions: actions
      ? [
          {
            label: 'Change',
            icon: <EditOutlined aria-hidden />,
            onSelect: () => actions.change(unit),
          },
          ...(unit.proxy
            ? [
                {
                  label: 'Replace',
                  icon: <SwapOutlined aria-hidden />,
                  onSelect: () => actions.replace(unit),
                },
              ]
            : []),
          ...(unit.provider
            ? [
                {
                  label: 'Prolong',
                  icon: <CalendarOutlined aria-hidden />,
                  onSelect: () => actions.prolong(unit),
                },
                {
                  label: 'Ask for another',
                  icon: <UndoOutlined aria-hidden />,
                  onSelect: () => actions.requestReplacement(unit),
                },
              ]
            : []),
        ]
      : [],
  });
