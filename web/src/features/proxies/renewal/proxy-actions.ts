import { type Proxy, canResume, canSuspend } from '@/features/proxies/proxy';
import { canAddTraffic, type ExtensionKind } from './extension';

export type RenewalAction = ExtensionKind | 'auto-renew';
export type ProxyAction = RenewalAction | 'suspend' | 'resume';

/** What the owner can do to keep a proxy, or to take it out of service for a while. */
export function getProxyActions(proxy: Proxy): { key: ProxyAction; label: string }[] {
  const all: { key: ProxyAction; label: string; isOffered: boolean }[] = [
    { key: 'renewal', label: 'Renew', isOffered: proxy.can_renew },
    { key: 'traffic', label: 'Add traffic', isOffered: canAddTraffic(proxy) },
    { key: 'auto-renew', label: 'Auto-renew', isOffered: true },
    { key: 'suspend', label: 'Suspend', isOffered: canSuspend(proxy) },
    { key: 'resume', label: 'Resume', isOffered: canResume(proxy) },
  ];
  return all.filter(({ isOffered }) => isOffered);
}
