import { lazy, Suspense } from 'react';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { useTeam } from '@/api/use-team';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { useUrlParams } from '@/lib/url-params';
import { PoolForm } from './pool-form';
import { parseProxyType, ProxyTypeSelect, type ProxyType } from './proxy-type';
import { ORDER_PARAMS, ORDER_TYPE_PARAM } from './use-order';

/** Of the types, this one alone needs a number field. */
const DatacenterForm = lazy(() => import('./datacenter-form'));

/** For viewers of a team. */
function ViewerNote() {
  return (
    <>
      <PageHeader title="Buy Proxy" />
      <Panel>
        <EmptyState
          icon="cart"
          title="You can only look at this account"
          hint="Its owner can let you buy, on their Profile under Team."
        />
      </Panel>
    </>
  );
}

export default function BuyPage() {
  return useTeam().canBuy ? <OrderForms /> : <ViewerNote />;
}

function OrderForms() {
  const [params, write] = useUrlParams();
  const type = parseProxyType(params.get(ORDER_TYPE_PARAM));
  const selectType = (next: ProxyType): void =>
    write(
      {
        ...Object.fromEntries(ORDER_PARAMS.map((name) => [name, null])),
        [ORDER_TYPE_PARAM]: next === 'residential' ? null : next,
      },
      true,
    );
  return (
    <>
      <PageHeader
        title="Buy Proxy"
        lead="Pay from your wallet and get the credentials right away."
      />
      <ProxyTypeSelect value={type} onChange={selectType} />
      {type === 'datacenter' ? (
        <Suspense fallback={<SkeletonRows rows={6} label="Loading the order form" />}>
          <DatacenterForm />
        </Suspense>
      ) : (
        <PoolForm key={type} kind={type} />
      )}
    </>
  );
}
