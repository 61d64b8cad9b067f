import { ActionMenu } from '@/components/ui/action-menu';
import type { Proxy } from '../proxy';
import { canAddTraffic, canRenew, type ExtensionKind } from './extension';

export type RenewalAction = ExtensionKind | 'auto-renew';

interface RenewalMenuProps {
  proxy: Proxy;
  onSelect: (action: RenewalAction) => void;
}

/** What the owner can do to keep a proxy. */
export default function RenewalMenu({ proxy, onSelect }: RenewalMenuProps) {
  const offered: { key: RenewalAction; label: string; isOffered: boolean }[] = [
    { key: 'renewal', label: 'Renew', isOffered: canRenew(proxy) },
    { key: 'traffic', label: 'Add traffic', isOffered: canAddTraffic(proxy) },
    { key: 'auto-renew', label: 'Auto-renew', isOffered: true },
  ];
  return (
    <ActionMenu
      name={`#${proxy.id}`}
      actions={offered
        .filter(({ isOffered }) => isOffered)
        .map(({ key, label }) => ({ key, label, onSelect: () => onSelect(key) }))}
    />
  );
}
