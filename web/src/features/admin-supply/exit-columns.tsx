import EditOutlined from '@ant-design/icons/EditOutlined';
import { Button, Checkbox, Typography } from 'antd';
import { Country } from '@/components/format/country';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import {
  describeGateways,
  describePlace,
  describeStock,
  EXIT_LOOKS,
  exitAddress,
  type Exit,
} from './exits';

export interface ExitActions {
  onChange: (exit: Exit) => void;
  isChosen: (exit: Exit) => boolean;
  onChoose: (exit: Exit) => void;
}

/** Undefined for staff who may only read. */
type Actions = ExitActions | undefined;

const Choose = ({ exit, actions }: { exit: Exit; actions: ExitActions }) => (
  <Checkbox
    aria-label={`Choose exit ${exit.id}`}
    checked={actions.isChosen(exit)}
    onChange={() => actions.onChoose(exit)}
  />
);

const isDown = ({ status, down_since: since }: Exit): boolean =>
  status === 'not_served' && since !== null;

const ExitBadge = (exit: Exit) =>
  isDown(exit) ? (
    <StatusBadge status="failed" word="Out of sale" />
  ) : (
    <StatusBadge {...EXIT_LOOKS[exit.status]} />
  );

/** Why the probes have put it out of sale, and since when. */
const DownNote = ({ down_since: since, down_reason: reason }: Exit) => (
  <Typography.Text
    type="danger"
    // As wide as the other notes, so that places keep their room.
    style={{ display: 'inline-block', maxWidth: 200, fontSize: 'inherit' }}
  >
    {reason ?? 'It does not answer.'} {since && <RelativeTime iso={since} />}
  </Typography.Text>
);

const kindOf = ({ kind, simulated }: Exit): string =>
  `${capitalise(kind)}${simulated ? ', simulated' : ''}`;

export const getExitColumns = (actions: Actions): Column<Exit>[] => [
  ...(actions
    ? [{ title: 'Choose', render: (exit: Exit) => <Choose exit={exit} actions={actions} /> }]
    : []),
  {
    title: 'Place',
    grow: 3,
    render: (exit) => (
      <StackedCell
        primary={<Country code={exit.country} name={exit.country_name} />}
        secondary={describePlace(exit)}
      />
    ),
  },
  {
    title: 'Address',
    grow: 4,
    render: (exit) => (
      <StackedCell
        primary={<code style={{ overflowWrap: 'anywhere' }}>{exitAddress(exit)}</code>}
        secondary={describeStock(exit.addresses)}
      />
    ),
  },
  { title: 'Type', render: kindOf },
  {
    title: 'Gateways',
    grow: 2,
    render: (exit) => (
      <StackedCell
        primary={describeGateways(exit)}
        secondary={exit.gateway_group && `Only ${exit.gateway_group}`}
      />
    ),
  },
  { title: 'Weight', numeric: true, render: ({ weight }) => formatNumber(weight) },
  {
    title: 'Status',
    grow: 3,
    render: (exit) => (
      <StackedCell
        primary={<ExitBadge {...exit} />}
        secondary={isDown(exit) && <DownNote {...exit} />}
      />
    ),
  },
  ...(actions
    ? [
        {
          title: 'Action',
          render: (exit: Exit) => (
            <Button
              size="small"
              aria-label={`Change exit ${exit.id}`}
              aria-haspopup="dialog"
              onClick={() => actions.onChange(exit)}
            >
              Change
            </Button>
          ),
        },
      ]
    : []),
];

/** An exit in two lines, for phones. */
export const toCompactExit =
  (actions: Actions) =>
  (exit: Exit): CompactRow => ({
    name: `exit ${exit.id}`,
    title: <Country code={exit.country} name={exit.country_name} />,
    before: actions && <Choose exit={exit} actions={actions} />,
    open: actions && (() => actions.onChange(exit)),
    lead: <ExitBadge {...exit} />,
    details: [
      capitalise(exit.kind),
      exit.city ?? exit.region,
      exitAddress(exit),
      exit.isp,
      describeStock(exit.addresses),
      isDown(exit) && (exit.down_reason ?? 'It does not answer.'),
    ],
    actions: actions
      ? [
          {
            label: 'Change',
            icon: <EditOutlined aria-hidden />,
            onSelect: () => actions.onChange(exit),
          },
        ]
      : [],
  });
