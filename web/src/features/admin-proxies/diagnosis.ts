import type { adminDiagnoseProxy } from '@/api/generated/admin-proxies';
import type { DiagnosedNetworkState, DiagnosisCode } from '@/api/generated/api.schemas';
import type { Tone } from '@/components/format/status-badge';
import { adminPaths, adminUserPath, proxyDetailsPath } from '@/lib/admin-paths';

export type Diagnosis = Awaited<ReturnType<typeof adminDiagnoseProxy>>['data'];
export type Reason = Diagnosis['reasons'][number];

export const VERDICTS: Record<Diagnosis['status'], { word: string; tone: Tone; title: string }> = {
  blocked: { word: 'Blocked', tone: 'bad', title: 'Every request is refused now' },
  failing: { word: 'Failing', tone: 'waiting', title: 'Some requests failed in the last hour' },
  ok: { word: 'Working', tone: 'good', title: 'The gateways would serve it' },
};

export const NETWORK_LOOKS: Record<DiagnosedNetworkState, { word: string; tone: Tone }> = {
  ready: { word: 'Ready', tone: 'good' },
  resting: { word: 'Paused', tone: 'waiting' },
  full: { word: 'Full', tone: 'waiting' },
  down: { word: 'Tests fail', tone: 'bad' },
  spent: { word: 'Budget used up', tone: 'bad' },
  refused: { word: 'Account refused', tone: 'bad' },
  disabled: { word: 'Switched off', tone: 'neutral' },
  elsewhere: { word: 'Other countries', tone: 'neutral' },
  cannot_target: { word: 'Not this place', tone: 'neutral' },
};

/** Where a reason is mended. */
export function mendingScreen(code: DiagnosisCode, { id, user }: Diagnosis['proxy']) {
  const screens: Partial<Record<DiagnosisCode, { label: string; to: string }>> = {
    NETWORK_TROUBLE: { label: 'Networks', to: adminPaths.networks },
    NO_EXIT: { label: 'On sale', to: adminPaths.coverage },
    UPSTREAM_FAILED: { label: 'Networks', to: adminPaths.networks },
    GATEWAY_SILENT: { label: 'Exits & gateways', to: adminPaths.exits },
    GATEWAY_NOT_ANSWERING: { label: 'Exits & gateways', to: adminPaths.exits },
    TARGET_BLOCKED: { label: 'Blocked targets', to: adminPaths.blockedTargets },
    PROXY_SUSPENDED: { label: 'Details', to: proxyDetailsPath(id) },
    ADDRESS_NOT_ALLOWED: { label: user.name, to: adminUserPath(user.id) },
  };
  return screens[code];
}

/** What staff can send to the customer, of a text that quotes it. */
export const quotedAnswer = (text: string): string | undefined => /“(.+?)”/.exec(text)?.[1];
