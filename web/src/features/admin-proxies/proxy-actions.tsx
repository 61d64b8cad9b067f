import { Button, Flex } from 'antd';
import { useState } from 'react';
import {
  useAdminReissueProxyCredentials,
  useAdminResumeProxy,
  useAdminSuspendProxy,
} from '@/api/generated/admin-proxies';
import { useCan } from '@/api/use-can';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import { LinkButton } from '@/components/ui/link-button';
import { adminProxyPath } from '@/lib/admin-paths';
import { nameWithEmail } from '@/lib/text';
import { availableActions, displayStatus, type Proxy, type ProxyAction } from './proxy';

const ACTIONS: Record<ProxyAction, { verb: string; consequence: string; isDangerous?: boolean }> = {
  suspend: {
    verb: 'Suspend proxy',
    consequence:
      'It stops working immediately and its open connections are closed. The customer still sees it, as suspended.',
    isDangerous: true,
  },
  resume: {
    verb: 'Resume proxy',
    consequence: 'It works again immediately, with the same credentials.',
  },
  reissue: {
    verb: 'Reissue credentials',
    consequence: 'It gets a new username and password. The old ones stop working immediately.',
    isDangerous: true,
  },
};

/** The mutations of a proxy behind one signature. */
function useProxyActions(onDone: () => void) {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'The proxy could not be changed' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      message.success(text ?? 'The proxy was changed.');
      onDone();
    },
  };
  return {
    suspend: useAdminSuspendProxy({ mutation }),
    resume: useAdminResumeProxy({ mutation }),
    reissue: useAdminReissueProxyCredentials({ mutation }),
  };
}

export function ProxyActions({ proxy, onClose }: { proxy: Proxy; onClose: () => void }) {
  const canManage = useCan()('proxies.manage');
  const [selected, setSelected] = useState<ProxyAction | null>(null);
  const actions = useProxyActions(() => setSelected(null));
  if (selected) {
    const action = actions[selected];
    return (
      <ReasonForm
        {...ACTIONS[selected]}
        about={`Proxy #${proxy.id} of ${nameWithEmail(proxy.user)}`}
        isBusy={action.isPending}
        onConfirm={(reason) => action.mutate({ id: proxy.id, data: { reason } })}
        onCancel={() => setSelected(null)}
      />
    );
  }
  return (
    <Flex justify="end" gap="small" wrap>
      {canManage &&
        availableActions(displayStatus(proxy)).map((action) => (
          <Button
            key={action}
            danger={ACTIONS[action].isDangerous}
            onClick={() => setSelected(action)}
          >
            {ACTIONS[action].verb}
          </Button>
        ))}
      <LinkButton to={adminProxyPath(proxy.id)}>Diagnose</LinkButton>
      <Button onClick={onClose}>Close</Button>
    </Flex>
  );
}
