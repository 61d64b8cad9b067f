import { Button, Col, Flex, Row, Typography } from 'antd';
import { JsonBlock } from '@/components/format/json-block';
import { Dialog } from '@/components/ui/dialog';
import { formatDateTime } from '@/lib/date';
import { capitalise } from '@/lib/text';
import type { AuditLog } from './audit-log';
import { SeverityBadge } from './severity-badge';
import { Facts } from '@/components/layout/facts';

export default function AuditDialog({ log, onClose }: { log: AuditLog; onClose: () => void }) {
  return (
    <Dialog
      title="Audit Log Details"
      width={760}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Flex vertical gap="middle">
        <Facts
          column={{ xs: 1, sm: 2 }}
          items={[
            { label: 'Log ID', children: log.id },
            { label: 'Timestamp', children: formatDateTime(log.timestamp) },
            { label: 'User', children: log.user },
            { label: 'Role', children: capitalise(log.userRole) },
            { label: 'Action', children: <Typography.Text code>{log.action}</Typography.Text> },
            { label: 'Category', children: capitalise(log.category) },
            { label: 'Target', children: <Typography.Text code>{log.target}</Typography.Text> },
            { label: 'Severity', children: <SeverityBadge severity={log.severity} /> },
            { label: 'IP address', children: log.ipAddress || 'None', span: 'filled' },
            { label: 'Details', children: log.details, span: 'filled' },
            { label: 'User agent', children: log.userAgent || 'None', span: 'filled' },
          ]}
        />
        {log.changes && (
          <Row gutter={[16, 16]}>
            <Col xs={24} sm={12}>
              <JsonBlock title="Before" value={log.changes.before} />
            </Col>
            <Col xs={24} sm={12}>
              <JsonBlock title="After" value={log.changes.after} />
            </Col>
          </Row>
        )}
      </Flex>
    </Dialog>
  );
}
