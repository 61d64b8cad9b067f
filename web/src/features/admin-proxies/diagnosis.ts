import type { adminDiagnoseProxy } from '@/api/generated/admin-proxies';
import type { DiagnosedNetworkState, DiagnosisCode } from '@/api/generated/api.schemas';
import { adminPaths, adminUserPath, proxyDetailsPath } from '@/lib/admin-paths';

export type Diagnosis = Awaited<ReturnType<typeof adminDiagnoseProxy>>['data'];
export type Reason = Diagnosis['reasons'][number];

/** Icon and tone are those of the status. */
interface Look {
  status: string;
  word: string;
}

export const VERDICTS: Record<Diagnosis['status'], Look & { title: string }> = {
  blocked: { status: 'failed', word: 'Blocked', title: 'Every request is refused now' },
  failing: { status: 'pending', word: 'Failing', title: 'Some requests failed in the last hour' },
  ok: { status: 'active', word: 'Working', title: 'The gateways would serve it' },
};

export const NETWORK_LOOKS: Record<DiagnosedNetworkState, Look> = {
  ready: { status: 'active', word: 'Ready' },
  resting: { status: 'pending', word: 'Paused' },
  full: { status: 'pending', word: 'Full' },
  down: { status: 'failed', word: 'Tests fail' },
  spent: { status: 'failed', word: 'Budget used up' },
  refused: { status: 'failed', word: 'Account refused' },
  disabled: { status: 'cancelled', word: 'Switched off' },
  elsewhere: { status: 'cancelled', word: 'Other countries' },
  cannot_target: { status: 'cancelled', word: 'Not this place' },
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
