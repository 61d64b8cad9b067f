import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { useListProxies } from '@/api/generated/proxies';
import { useTeam } from '@/api/use-team';
import { EmptyState } from '@/components/feedback/empty-state';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { helpPath } from '@/lib/page-paths';
import { paths } from '@/lib/paths';

/** Leads to the first connection, or to the first proxy for one. */
export function NoUsage({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { data } = useListProxies(
    { page: 1, per_page: 50 },
    { query: { enabled: !isFiltered, meta: { quiet: true } } },
  );
  const { canBuy } = useTeam();
  const hasNone = data?.data.pagination.total === 0;
  if (isFiltered)
    return (
      <Panel>
        <EmptyState
          icon="signal"
          title="No usage in this period"
          hint="Choose a longer period or another proxy."
          action={<Button onClick={onClear}>Clear filters</Button>}
        />
      </Panel>
    );
  return (
    <Panel>
      <EmptyState
        icon="signal"
        title="No usage yet"
        hint={
          hasNone
            ? 'Buy a proxy and connect a program to it. Every megabyte will be listed here.'
            : 'Open one of your proxies, copy its connection details into your program and load a page.'
        }
        action={
          hasNone ? (
            canBuy && (
              <LinkButton type="primary" to={paths.buyProxy}>
                Buy New Proxy
              </LinkButton>
            )
          ) : (
            <>
              <LinkButton type="primary" to={paths.proxyHistory}>
                Make your first connection
              </LinkButton>
              <Link to={helpPath('how-to-connect')}>How to connect</Link>
            </>
          )
        }
      />
    </Panel>
  );
}
