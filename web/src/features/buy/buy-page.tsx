import { PageHeader } from '@/components/layout/page-header';
import { useUrlParams } from '@/lib/url-params';
import { DatacenterForm } from './datacenter-form';
import { PoolForm } from './pool-form';
import { isProxyType, type ProxyType } from './proxy-types';
import { TypePicker } from './type-picker';

export default function BuyPage() {
  const [params, write] = useUrlParams();
  const wanted = params.get('type');
  const type: ProxyType = isProxyType(wanted) ? wanted : 'residential';
  return (
    <>
      <PageHeader
        title="Buy Proxy"
        lead="Pay from your wallet. The credentials are yours a second later."
      />
      <TypePicker
        value={type}
        onChange={(next) => write({ type: next === 'residential' ? null : next }, true)}
      />
      {type === 'datacenter' ? <DatacenterForm /> : <PoolForm key={type} kind={type} />}
    </>
  );
}
