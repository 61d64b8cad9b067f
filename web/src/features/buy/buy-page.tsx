import { PageHeader } from '@/components/layout/page-header';
import { useUrlParams } from '@/lib/url-params';
import { DatacenterForm } from './datacenter-form';
import { PoolForm } from './pool-form';
import { parseProxyType, ProxyTypeSelect } from './proxy-type';

export default function BuyPage() {
  const [params, write] = useUrlParams();
  const type = parseProxyType(params.get('type'));
  return (
    <>
      <PageHeader
        title="Buy Proxy"
        lead="Pay from your wallet. The credentials are yours a second later."
      />
      <ProxyTypeSelect
        value={type}
        onChange={(next) => write({ type: next === 'residential' ? null : next }, true)}
      />
      {type === 'datacenter' ? <DatacenterForm /> : <PoolForm key={type} kind={type} />}
    </>
  );
}
