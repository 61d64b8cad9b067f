import { useLocation } from 'react-router-dom';
import { DataList } from '@/components/data-list/data-list';
import { EmptyState } from '@/components/feedback/empty-state';
import { ButtonLink, PlainButton } from '@/components/ui/button';
import { paths } from '@/lib/paths';
import type { Proxy } from './proxy';
import { proxyColumns } from './proxy-columns';

interface ProxyListProps {
  rows: readonly Proxy[] | undefined;
  isPending: boolean;
  isStale: boolean;
  isFiltered: boolean;
  skeletonRows: number;
  onClear: () => void;
  onConfigure: (proxy: Proxy) => void;
  onDetails: (proxy: Proxy) => void;
}

/** Ids the purchase handed over, to be found again among the others. */
function usePurchasedIds(): readonly number[] {
  const state: unknown = useLocation().state;
  const ids =
    typeof state === 'object' && state !== null && 'purchasedIds' in state
      ? state.purchasedIds
      : null;
  return Array.isArray(ids) ? (ids as number[]) : [];
}

const NO_MATCH = 'No proxies found matching your search criteria.';

function EmptyList({ isFiltered, onClear }: Pick<ProxyListProps, 'isFiltered' | 'onClear'>) {
  return isFiltered ? (
    <EmptyState
      icon="search"
      title={NO_MATCH}
      action={<PlainButton onClick={onClear}>Clear filters</PlainButton>}
    />
  ) : (
    <EmptyState
      icon="server"
      title={NO_MATCH}
      hint="You have none yet: what you buy stands here with its credentials, ready to copy."
      action={
        <ButtonLink look="primary" to={paths.buyProxy}>
          Buy New Proxy
        </ButtonLink>
      }
    />
  );
}

export function ProxyList({
  isFiltered,
  onClear,
  onConfigure,
  onDetails,
  ...state
}: ProxyListProps) {
  const ids = usePurchasedIds();
  return (
    <DataList<Proxy>
      {...state}
      label="Proxies"
      columns={proxyColumns({ onConfigure, onDetails })}
      keyOf={({ id }) => id}
      isHighlighted={({ id }) => ids.includes(id)}
      tableFrom="(min-width: 1280px)"
      empty={<EmptyList isFiltered={isFiltered} onClear={onClear} />}
    />
  );
}
