import type { listReconciliations } from '@/api/generated/admin-payments';
import { ReconciliationDifferenceKind } from '@/api/generated/api.schemas';
import type { FilterOption } from '@/components/list-page/select-filter';
import { choiceField, pageField, textField } from '@/lib/list-search';

export type Reconciliation = Awaited<
  ReturnType<typeof listReconciliations>
>['data']['reconciliations'][number];
type Kind = ReconciliationDifferenceKind;
export type Difference = Reconciliation['differences'][number] & { id: number };

export const KIND_TEXTS: Record<Kind, { label: string; advice: string }> = {
  not_credited: {
    label: 'Paid, not credited',
    advice: 'Open the transaction and verify it with the provider.',
  },
  credited_not_paid: {
    label: 'Credited, not paid',
    advice: 'Check with the provider. If no money came, record a charge-back.',
  },
  amount_differs: {
    label: 'Amounts differ',
    advice: 'Check with the provider before you correct the wallet.',
  },
  not_ours: {
    label: 'No payment of ours',
    advice: 'Nothing was credited. Ask the provider who paid, and what for.',
  },
  settled_late: {
    label: 'Credited late',
    advice: 'This comparison credited it. Nothing to do.',
  },
};

export const KIND_OPTIONS: readonly FilterOption<Kind | 'all'>[] = [
  { value: 'all', label: 'All differences' },
  ...Object.entries(KIND_TEXTS).map(([kind, { label }]) => ({ value: kind as Kind, label })),
];

const STATES = ['open', 'acknowledged'] as const;
type State = (typeof STATES)[number] | 'all';

export const STATE_OPTIONS: readonly FilterOption<State>[] = [
  { value: 'all', label: 'Open and acknowledged' },
  { value: 'open', label: 'Open' },
  { value: 'acknowledged', label: 'Acknowledged' },
];

/** `page` is that of the list of comparisons. */
export const reconciliationSearch = {
  page: pageField,
  search: textField(),
  kind: choiceField<Kind | 'all'>(['all', ...Object.values(ReconciliationDifferenceKind)], 'all'),
  state: choiceField<State>(['all', ...STATES], 'all'),
};

/** The differences of a comparison that match the filters. */
export const findDifferences = (
  { differences }: Pick<Reconciliation, 'differences'>,
  { search, kind, state }: { search: string; kind: Kind | 'all'; state: State },
): Difference[] =>
  differences
    .map((difference, index) => ({ ...difference, id: index + 1 }))
    .filter(
      (difference) =>
        (kind === 'all' || difference.kind === kind) &&
        (state === 'all' || (difference.acknowledged_at === null) === (state === 'open')) &&
        difference.reference.toLowerCase().includes(search.trim().toLowerCase()),
    );
