import { Alert, Typography } from 'antd';
import type { adminImportPlaces } from '@/api/generated/admin-supply';
import { formatNumber } from '@/lib/number';

export type PlaceOutcome = Awaited<ReturnType<typeof adminImportPlaces>>['data'];

const describe = ({ added, changed, removed, unchanged }: PlaceOutcome): string =>
  [
    `${formatNumber(added)} added`,
    `${formatNumber(changed)} changed`,
    `${formatNumber(removed)} removed`,
    `${formatNumber(unchanged)} as they are`,
  ].join(', ');

/** What an import would do, or the lines that cannot be read. */
export function PlaceReport({ outcome }: { outcome: PlaceOutcome }) {
  const { problems, problem_count: count } = outcome;
  const more = count - problems.length;
  return (
    <Alert
      type={count > 0 ? 'warning' : 'success'}
      role="status"
      showIcon
      style={{ marginBottom: 16 }}
      title={
        count > 0
          ? `${formatNumber(count)} ${count === 1 ? 'line cannot' : 'lines cannot'} be read`
          : describe(outcome)
      }
      description={
        count > 0 && (
          <ul
            aria-label="Lines with problems"
            style={{ margin: 0, paddingInlineStart: 20, maxHeight: 200, overflowY: 'auto' }}
            // Scrollable by keyboard.
            tabIndex={0}
          >
            {problems.map(({ line, message }) => (
              <li key={line}>
                <Typography.Text strong>Line {line}:</Typography.Text> {message}
              </li>
            ))}
            {more > 0 && <li>and {formatNumber(more)} more.</li>}
          </ul>
        )
      }
    />
  );
}
