import { Button, Flex, Form } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useRefundRule } from '@/api/refund-rule';
import { useTeam } from '@/api/use-team';
import { ProxyPrice } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { formatDateTime } from '@/lib/date';
import {
  DatacenterSettingsForm,
  PoolSettingsForm,
  useDatacenterSettings,
  usePoolSettings,
} from '../configuration-form';
import { LabelsPanel } from '../labels-panel';
import { canResume, canSuspend, isDatacenter, type Proxy } from '../proxy';
import { ProxyFacts } from '../proxy-facts';
import { ReissueCredentials } from '../reissue-credentials';
import { useResume } from '../use-resume';
import styles from './proxy-page.module.css';
import { RefundPanel } from './refund-panel';

const SuspendDialog = lazy(() => import('../suspend-dialog'));

function PoolSettings({ proxy }: { proxy: Proxy }) {
  return <PoolSettingsForm proxy={proxy} form={usePoolSettings(proxy)} />;
}

function DatacenterSettings({ proxy }: { proxy: Proxy }) {
  return <DatacenterSettingsForm form={useDatacenterSettings(proxy)} />;
}

function Details({ proxy }: { proxy: Proxy }) {
  return (
    <Panel title="Details">
      <ProxyFacts
        isNarrow
        facts={[
          { label: 'Created', value: formatDateTime(proxy.created_at) },
          { label: 'Price', value: <ProxyPrice price={proxy.price} /> },
          { label: 'UUID', value: <code>{proxy.uuid}</code> },
        ]}
      />
    </Panel>
  );
}

/** What takes the proxy out of service, or changes what it is reached with. */
function Service({ proxy }: { proxy: Proxy }) {
  const [isSuspending, setSuspending] = useState(false);
  const { resume, isResuming } = useResume();
  return (
    <Panel title="Suspension and password">
      <Flex wrap gap="small">
        {canSuspend(proxy) && <Button onClick={() => setSuspending(true)}>Suspend</Button>}
        {canResume(proxy) && (
          <Button disabled={isResuming} onClick={() => resume(proxy.id)}>
            Resume
          </Button>
        )}
        <ReissueCredentials proxyId={proxy.id} />
      </Flex>
      <Suspense>
        {isSuspending && <SuspendDialog id={proxy.id} onClose={() => setSuspending(false)} />}
      </Suspense>
    </Panel>
  );
}

/** Place, session and protocol; name and tags; what it is. */
export function SettingsTab({ proxy, isActive }: { proxy: Proxy; isActive: boolean }) {
  const { canBuy } = useTeam();
  const rule = useRefundRule();
  if (!canBuy) return <Details proxy={proxy} />;
  // Of an address there is little to set, so the rest fills that column.
  const isShort = isDatacenter(proxy);
  const Settings = isShort ? DatacenterSettings : PoolSettings;
  const rest = (
    <>
      {(isActive || canResume(proxy)) && <Service proxy={proxy} />}
      <Details proxy={proxy} />
    </>
  );
  return (
    <div className={styles.columns}>
      {isActive && (
        <div className={styles.stack}>
          <Panel title={isShort ? 'Connection' : 'Location and session'}>
            {/* For the layout of labels and inputs; the form saves its own values. */}
            <Form component={false} layout="vertical">
              <Settings proxy={proxy} />
            </Form>
          </Panel>
          {isShort && rest}
        </div>
      )}
      <div className={styles.stack}>
        <LabelsPanel key={proxy.id} proxy={proxy} />
        {rule && (isActive || canResume(proxy)) && <RefundPanel proxyId={proxy.id} />}
        {!(isActive && isShort) && rest}
      </div>
    </div>
  );
}
