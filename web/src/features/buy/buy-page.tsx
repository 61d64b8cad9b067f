import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '@/components/layout/page-header';
import { DatacenterForm } from './datacenter-form';
import { PoolForm } from './pool-form';
import { isProxyType, type ProxyType } from './proxy-types';
import { TypePicker } from './type-picker';

export default function BuyPage() {
  const [params, setParams] = useSearchParams();
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
        onChange={(next) =>
          setParams(next === 'residential' ? {} : { type: next }, {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
      {type === 'datacenter' ? <DatacenterForm /> : <PoolForm key={type} kind={type} />}
    </>
  );
}
