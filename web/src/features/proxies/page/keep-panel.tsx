import { Alert, Button, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Panel } from '@/components/layout/panel';
import { formatDateTime } from '@/lib/date';
import { useUrlParams } from '@/lib/url-params';
import { type Proxy, canSuspend } from '@/features/proxies/proxy';
import { describeAutoRenew } from '../renewal/auto-renew-state';
import { canAddTraffic } from '../renewal/extension';
import type { RenewalAction } from '../renewal/renewal-menu';
import styles from './proxy-page.module.css';

const SuspendDialog = lazy(() => import('@/features/proxies/suspend-dialog'));
const ReplaceAddressDialog = lazy(() => import('@/features/proxies/replace-address-dialog'));
const RenewalDialog = lazy(() => import('../renewal/renewal-dialog'));

const describeEnd = ({ expires_at: end, is_expired: isExpired }: Proxy): string =>
  `${isExpired ? 'Ended' : 'Ends'} on ${formatDateTime(end)}.`;

/** Parameter of links in mails that open a dialog. */
const STEP = 'step';

/** What a link in a mail asks for, as far as the proxy allows it. */
function toLinkedAction(step: string | null, proxy: Proxy): RenewalAction | undefined {
  if (step === 'renewal' && proxy.can_renew) return step;
  return step === 'traffic' && canAddTraffic(proxy) ? step : undefined;
}

/** What keeps the proxy with the same credentials: renewal, more traffic, automatic renewal. */
export function KeepPanel({ proxy }: { proxy: Proxy }) {
  const [params, write] = useUrlParams();
  const [action, setAction] = useState(() => toLinkedAction(params.get(STEP), proxy));
  const close = (): void => {
    // A renewal that ends after its dialog was closed leaves the next dialog open.
    setAction((open) => (open === action ? undefined : open));
    if (params.has(STEP)) write({ [STEP]: null }, true);
  };
  const [isSuspending, setSuspending] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const { type, title, text } = describeAutoRenew(proxy.auto_renew);
  return (
    <Panel title="Keep this proxy">
      <p className={styles.lead}>{describeEnd(proxy)} A renewal keeps its username and password.</p>
      <Flex wrap gap="small">
        <Button type="primary" disabled={!proxy.can_renew} onClick={() => setAction('renewal')}>
          Renew
        </Button>
        {canAddTraffic(proxy) && <Button onClick={() => setAction('traffic')}>Add traffic</Button>}
        <Button onClick={() => setAction('auto-renew')}>Auto-renew</Button>
        {proxy.can_replace_address && (
          <Button onClick={() => setReplacing(true)}>Replace address</Button>
        )}
        {canSuspend(proxy) && <Button onClick={() => setSuspending(true)}>Suspend</Button>}
      </Flex>
      {type === 'info' ? (
        <p className={styles.section}>
          <strong>{title}</strong>. {text}
        </p>
      ) : (
        <Alert className={styles.section} type={type} showIcon title={title} description={text} />
      )}
      <Suspense>
        {isSuspending && <SuspendDialog id={proxy.id} onClose={() => setSuspending(false)} />}
        {isReplacing && <ReplaceAddressDialog proxy={proxy} onClose={() => setReplacing(false)} />}
        {action && <RenewalDialog proxy={proxy} action={action} onClose={close} />}
      </Suspense>
    </Panel>
  );
}
