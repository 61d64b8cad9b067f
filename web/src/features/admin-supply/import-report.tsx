import { Alert, Flex, Typography } from 'antd';
import { formatNumber } from '@/lib/number';
import { countAddresses, type ImportData } from './stock';

const MAX_SHOWN = 50;

/** What an import would do. */
export function ImportReport({ data: { counts, countries, lines } }: { data: ImportData }) {
  const problems = lines.filter(({ outcome }) => outcome === 'malformed');
  const places = countries.map(
    ({ country_name: name, added }) => `${name} (${formatNumber(added)})`,
  );
  return (
    <Alert
      type={problems.length ? 'warning' : counts.added ? 'success' : 'info'}
      role="status"
      showIcon
      style={{ marginBottom: 16 }}
      title={
        counts.added ? `${countAddresses(counts.added)} can be added` : 'There is nothing to add'
      }
      description={
        <Flex vertical gap={4}>
          {places.length > 0 && <span>{places.join(', ')}</span>}
          {counts.duplicate > 0 && (
            <span>
              {formatNumber(counts.duplicate)}{' '}
              {counts.duplicate === 1 ? 'duplicate is' : 'duplicates are'} left out.
            </span>
          )}
          {problems.length > 0 && (
            <>
              <span>
                {formatNumber(problems.length)}{' '}
                {problems.length === 1 ? 'line cannot be read:' : 'lines cannot be read:'}
              </span>
              <ul
                aria-label="Lines with problems"
                style={{ margin: 0, paddingInlineStart: 20, maxHeight: 200, overflowY: 'auto' }}
                // Scrollable by keyboard.
                tabIndex={0}
              >
                {problems.slice(0, MAX_SHOWN).map(({ line, reason }) => (
                  <li key={line}>
                    <Typography.Text strong>Line {line}:</Typography.Text> {reason}
                  </li>
                ))}
                {problems.length > MAX_SHOWN && (
                  <li>and {formatNumber(problems.length - MAX_SHOWN)} more.</li>
                )}
              </ul>
            </>
          )}
        </Flex>
      }
    />
  );
}
