import { StatusBadge, type Tone } from '@/components/format/status-badge';
import type { AuditLog } from './audit-log';

const TONES: Record<AuditLog['severity'], Tone> = {
  low: 'neutral',
  medium: 'waiting',
  high: 'bad',
};

export function SeverityBadge({ severity }: { severity: AuditLog['severity'] }) {
  return <StatusBadge status={severity} tone={TONES[severity]} />;
}
