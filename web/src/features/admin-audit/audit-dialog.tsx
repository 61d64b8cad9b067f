import { Facts, Section } from '@/components/layout/facts';
import { PlainButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import parts from '@/components/ui/dialog-parts.module.css';
import { formatDateTime } from '@/lib/date';
import { capitalise } from '@/lib/text';
import type { AuditLog } from './audit-log';
import styles from './audit.module.css';
import { SeverityBadge } from './severity-badge';

function Change({ title, value }: { title: string; value: unknown }) {
  return (
    <div>
      <h3>{title}</h3>
      <pre className={parts.json} tabIndex={0} aria-label={title}>
        {value == null ? 'Nothing' : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}

export default function AuditDialog({ log, onClose }: { log: AuditLog; onClose: () => void }) {
  return (
    <Dialog
      title="Audit Log Details"
      width={720}
      onClose={onClose}
      footer={<PlainButton onClick={onClose}>Close</PlainButton>}
    >
      <Section>
        <Facts
          facts={[
            { label: 'Log ID', value: log.id },
            { label: 'Timestamp', value: formatDateTime(log.timestamp) },
            { label: 'User', value: log.user },
            { label: 'Role', value: capitalise(log.userRole) },
            { label: 'Action', value: <code>{log.action}</code> },
            { label: 'Category', value: capitalise(log.category) },
            { label: 'Target', value: <code>{log.target}</code> },
            { label: 'Severity', value: <SeverityBadge severity={log.severity} /> },
            { label: 'IP address', value: log.ipAddress || 'None' },
          ]}
        />
      </Section>
      <Section title="Details">
        <p className={styles.details}>{log.details}</p>
      </Section>
      <Section title="User agent">
        <p className={styles.details}>{log.userAgent || 'None'}</p>
      </Section>
      {log.changes && (
        <Section title="Changes">
          <div className={styles.changes}>
            <Change title="Before" value={log.changes.before} />
            <Change title="After" value={log.changes.after} />
          </div>
        </Section>
      )}
    </Dialog>
  );
}
