import { Alert, Flex } from 'antd';
import type { ClearingComparisonData } from '@/api/generated/api.schemas';
import { RelativeTime } from '@/components/format/relative-time';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatExactNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import { SOURCE_LABELS, type Clearing } from './clearing';
import { ExactMoney } from './exact-money';

/** Keeps the height of a card whose note is not known yet. */
const NO_NOTE = '\u00a0';

const isZero = (amount: string): boolean => Number(amount) === 0;

function describeDifference({ difference, explained, unexplained }: ClearingComparisonData) {
  if (difference === null) return 'Not known without its balance';
  if (isZero(difference)) return 'Both agree';
  if (unexplained !== null && isZero(unexplained)) return 'All from the unmatched items';
  return isZero(explained)
    ? 'Not explained by unmatched items'
    : `${formatExactNaira(Number(explained))} from unmatched items`;
}

interface ClearingSummaryProps {
  clearing: Clearing | undefined;
  /** Undefined while Korapay is asked. */
  comparison: ClearingComparisonData | undefined;
}

/** What Korapay owes by our books and by its own word. The cards are always there, so that nothing moves. */
export function ClearingSummary({
  clearing,
  comparison: data,
  isMissing,
}: ClearingSummaryProps & { isMissing: boolean }) {
  const missing = isMissing ? '–' : undefined;
  const show = (amount: string | null | undefined) => {
    if (amount === undefined) return missing;
    return amount === null ? 'No answer' : <ExactMoney amount={amount} />;
  };
  const owed = clearing?.accounts.find(({ code }) => code === 'korapay_clearing')?.balance;
  const lastImport = clearing?.last_import;
  return (
    <StatisticCards
      cards={[
        { label: 'Korapay owes us', value: show(data?.owed ?? owed), note: 'By our books' },
        { label: 'Korapay says', value: show(data?.reported), note: 'Its balance now' },
        {
          label: 'Difference',
          value: show(data?.difference),
          note: (data && describeDifference(data)) ?? NO_NOTE,
        },
        {
          label: 'Unmatched items',
          value: clearing && formatNumber(clearing.unmatched_items),
          note: lastImport ? (
            <>
              Imported <RelativeTime iso={lastImport.finished_at} />
            </>
          ) : (
            ((clearing && 'Nothing imported yet') ?? NO_NOTE)
          ),
        },
      ]}
    />
  );
}

/** What staff have to do something about after the comparison. Below the lists, which do not wait for Korapay. */
export function ComparisonNotes({ comparison: data }: Pick<ClearingSummaryProps, 'comparison'>) {
  const unexplained = data?.unexplained ?? null;
  return notesOf([
    data?.note && {
      title: 'Korapay’s balance is not known',
      description: `The reason: ${data.note}. Our own books above are not affected.`,
    },
    unexplained !== null &&
      !isZero(unexplained) && {
        title: `${formatExactNaira(Number(unexplained))} of the difference is not explained`,
        description:
          'Payments of the last minutes may be missing on one side. If it stays, compare Korapay’s dashboard with the payouts above.',
      },
  ]);
}

/** What staff have to do something about in the books. */
export function ClearingNotes({ clearing }: Pick<ClearingSummaryProps, 'clearing'>) {
  const lastImport = clearing?.last_import;
  return notesOf([
    clearing &&
      clearing.payouts_without_items > 0 && {
        title: `${formatNumber(clearing.payouts_without_items)} payouts have no items`,
        description:
          'Korapay’s list does not say what they consist of. Download the settlements from Korapay’s dashboard and upload the file here.',
      },
    lastImport &&
      !lastImport.complete && {
        title: `The last import (${SOURCE_LABELS[lastImport.source]}) is incomplete`,
        description: `${lastImport.note ?? 'Not everything could be read'}. Nothing is posted twice: the next import continues.`,
      },
  ]);
}

interface Note {
  title: string;
  description: string;
}

function notesOf(candidates: readonly (Note | '' | false | null | undefined)[]) {
  const notes = candidates.filter((note) => !!note);
  if (!notes.length) return null;
  return (
    <Flex vertical gap="small" style={{ marginBottom: 16 }}>
      {notes.map(({ title, description }) => (
        <Alert
          key={title}
          type="warning"
          role="note"
          showIcon
          title={title}
          description={description}
        />
      ))}
    </Flex>
  );
}
