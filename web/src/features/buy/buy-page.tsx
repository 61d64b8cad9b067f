import { PageHeader } from '@/components/layout/page-header';
import { useUrlParams } from '@/lib/url-params';
import { DatacenterForm } from './datacenter-form';
import { PoolForm } from './pool-form';
import { parseProxyType, ProxyTypeSelect, type ProxyType } from './proxy-type';
import { ORDER_PARAMS, ORDER_TYPE_PARAM } from './use-order';

export default function BuyPage() {
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
      {type === 'datacenter' ? <DatacenterForm /> : <PoolForm key={type} kind={type} />}
    </>
  );
}
