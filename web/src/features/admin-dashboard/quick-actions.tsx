import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import { Col, Row } from 'antd';
import { useIsAdmin } from '@/api/use-is-admin';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths } from '@/lib/admin-paths';

const ACTIONS = [
  {
    to: adminPaths.users,
    label: 'Manage Users',
    icon: <TeamOutlined aria-hidden />,
    adminOnly: false,
  },
  {
    to: adminPaths.proxies,
    label: 'Proxy Servers',
    icon: <CloudServerOutlined aria-hidden />,
    adminOnly: false,
  },
  {
    to: adminPaths.reports,
    label: 'View Reports',
    icon: <BarChartOutlined aria-hidden />,
    adminOnly: true,
  },
  {
    to: adminPaths.audit,
    label: 'Security Logs',
    icon: <SafetyOutlined aria-hidden />,
    adminOnly: false,
  },
] as const;

export function QuickActions() {
  const isAdmin = useIsAdmin();
  return (
    <Panel title="Quick Actions">
      <Row gutter={[8, 8]}>
        {ACTIONS.filter(({ adminOnly }) => isAdmin || !adminOnly).map(({ to, label, icon }) => (
          <Col key={to} flex="1 1 150px">
            <LinkButton block to={to} icon={icon}>
              {label}
            </LinkButton>
          </Col>
        ))}
      </Row>
    </Panel>
  );
}
