import { useState } from 'react';
import {
  useAdminReissueProxyCredentials,
  useAdminResumeProxy,
  useAdminSuspendProxy,
} from '@/api/generated/hooks/admin-proxies/admin-proxies';
import { useIsAdmin } from '@/api/use-is-admin';
import { ReasonForm } from '@/components/form/reason-form';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { toast } from '@/lib/toast';
import { availableActions, displayStatus, type Proxy, type ProxyAction } from './proxy';

const ACTIONS: Record<ProxyAction, { verb: string; consequence: string; isDangerous?: boolean }> = {
  suspend: {
    verb: 'Suspend proxy',
    consequence:
      'It stops working at once, and its open connections are cut. The customer keeps it and sees it as suspended.',
    isDangerous: true,
  },
  resume: {
    verb: 'Resume proxy',
    consequence: 'It works again at once, with the credentials it had.',
  },
  reissue: {
    verb: 'Reissue credentials',
    consequence:
      'It gets a new username and password. The old ones stop working at once, wherever they are in use.',
    isDangerous: true,
  },
};

/** One mutation per action, alike from the outside. */
function useProxyActions(onDone: () => void) {
  const mutation = {
    meta: { fallback: 'The proxy could not be changed' },
    onSuccess: ({ message }: { message?: string }): void => {
      toast.success(message ?? 'The proxy was changed.');
      onDone();
    },
  };
  return {
    suspend: useAdminSuspendProxy({ mutation }),
    resume: useAdminResumeProxy({ mutation }),
    reissue: useAdminReissueProxyCredentials({ mutation }),
  };
}

/** What staff can do with the proxy of the dialog. */
export function ProxyActions({ proxy, onClose }: { proxy: Proxy; onClose: () => void }) {
  const isAdmin = useIsAdmin();
  const [asked, setAsked] = useState<ProxyAction | null>(null);
  const actions = useProxyActions(() => setAsked(null));
  if (asked) {
    const action = actions[asked];
    return (
      <ReasonForm
        {...ACTIONS[asked]}
        isBusy={action.isPending}
        onConfirm={(reason) => action.mutate({ id: proxy.id, data: { reason } })}
        onCancel={() => setAsked(null)}
      />
    );
  }
  return (
    <div className={parts.actions}>
      {isAdmin &&
        availableActions(displayStatus(proxy)).map((action) => (
          <PlainButton
            key={action}
            look={ACTIONS[action].isDangerous ? 'danger' : 'default'}
            onClick={() => setAsked(action)}
          >
            {ACTIONS[action].verb}
          </PlainButton>
        ))}
      <PlainButton onClick={onClose}>Close</PlainButton>
    </div>
  );
}
