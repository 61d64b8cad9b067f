import { Dialog } from '@/components/ui/dialog';
import { proxyTypeName } from '@/lib/text';
import type { Proxy } from '../proxy';
import { AutoRenewForm } from './auto-renew-form';
import { ExtensionForm } from './extension-form';
import type { RenewalAction } from './renewal-menu';

interface RenewalDialogProps {
  proxy: Proxy;
  action: RenewalAction;
  onClose: () => void;
}

const TITLES: Record<RenewalAction, string> = {
  renewal: 'Renew',
  traffic: 'Add traffic to',
  'auto-renew': 'Auto-renew',
};

export default function RenewalDialog({ proxy, action, onClose }: RenewalDialogProps) {
  return (
    <Dialog
      title={`${TITLES[action]} #${proxy.id} (${proxyTypeName(proxy.type)})`}
      width={480}
      onClose={onClose}
    >
      {action === 'auto-renew' ? (
        <AutoRenewForm proxy={proxy} onDone={onClose} />
      ) : (
        <ExtensionForm proxy={proxy} kind={action} onDone={onClose} />
      )}
    </Dialog>
  );
}
