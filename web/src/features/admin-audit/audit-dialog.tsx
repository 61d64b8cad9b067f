import { Button, Col, Descriptions, Flex, Row, Typography } from 'antd';
import { JsonBlock } from '@/components/format/json-block';
import { Dialog } from '@/components/ui/dialog';
import { formatDateTime } from '@/lib/date';
import { capitalise } from '@/lib/text';
import type { AuditLog } from './audit-log';
import { SeverityBadge } from './severity-badge';

export default function AuditDialog({ log, onClose }: { log: AuditLog; onClose: () => void }) {
  return (
    <Dialog
      title="Audit Log Details"
      width={760}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Flex vertical gap="middle">
        <Descriptions
          bordered
          size="small"
          column={{ xs: 1, sm: 2 }}
          items={[
            { key: 'id', label: 'Log ID', children: log.id },
            { key: 'timestamp', label: 'Timestamp', children: formatDateTime(log.timestamp) },
            { key: 'user', label: 'User', children: log.user },
            { key: 'role', label: 'Role', children: capitalise(log.userRole) },
            {
              key: 'action',
              label: 'Action',
              children: <Typography.Text code>{log.action}</Typography.Text>,
            },
            { key: 'category', label: 'Category', children: capitalise(log.category) },
            {
              key: 'target',
              label: 'Target',
              children: <Typography.Text code>{log.target}</Typography.Text>,
            },
            {
              key: 'severity',
              label: 'Severity',
              children: <SeverityBadge severity={log.severity} />,
            },
            { key: 'ip', label: 'IP address', children: log.ipAddress || 'None', span: 'filled' },
            { key: 'details', label: 'Details', children: log.details, span: 'filled' },
            {
              key: 'agent',
              label: 'User agent',
              children: log.userAgent || 'None',
              span: 'filled',
            },
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
