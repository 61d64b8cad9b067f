import { Tabs } from 'antd';
import { lazy, Suspense } from 'react';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { useUrlParams } from '@/lib/url-params';
import ApiKeys from './api-keys';

const Webhooks = lazy(() => import('./webhooks'));

const KEYS = 'api-keys';
const TABS = [
  { key: KEYS, label: 'API Keys', children: <ApiKeys /> },
  {
    key: 'webhooks',
    label: 'Webhooks',
    children: (
      <Suspense fallback={<LoadingRows rows={3} />}>
        <Webhooks />
      </Suspense>
    ),
  },
];

/** What programs of the customer use. */
export default function DevelopersPage() {
  const [params, write] = useUrlParams();
  const tab = params.get('tab');
  return (
    <>
      <PageHeader
        title="Developers"
        actions={<LinkButton to={paths.docs}>Developer docs</LinkButton>}
      />
      <Panel>
        <Tabs
          activeKey={TABS.some(({ key }) => key === tab) ? tab! : KEYS}
          destroyOnHidden
          onChange={(key) => write({ tab: key === KEYS ? null : key }, true)}
          items={TABS}
        />
      </Panel>
    </>
  );
}
