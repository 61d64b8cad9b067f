import AlertOutlined from '@ant-design/icons/AlertOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import ShoppingCartOutlined from '@ant-design/icons/ShoppingCartOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import { Empty, Flex, Timeline, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Money } from '@/components/format/money';
import { RelativeTime } from '@/components/format/relative-time';
import { Panel } from '@/components/layout/panel';
import type { Activity } from './dashboard';

const ICONS: Record<Activity['type'], ReactNode> = {
  user: <UserOutlined aria-hidden />,
  system: <SettingOutlined aria-hidden />,
  payment: <WalletOutlined aria-hidden />,
  alert: <AlertOutlined aria-hidden />,
  purchase: <ShoppingCartOutlined aria-hidden />,
};

const describeTarget = ({ user, data }: Activity): string =>
  [
    user,
    data.name && data.name !== user ? data.name : null,
    data.proxy_id === null ? null : `proxy #${data.proxy_id}`,
  ]
    .filter(Boolean)
    .join(' · ');

function Entry({ entry }: { entry: Activity }) {
  const { action, data, time } = entry;
  return (
    <Flex justify="space-between" gap="middle">
      <Flex vertical style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <span>{action}</span>
        <Typography.Text type="secondary">{describeTarget(entry)}</Typography.Text>
      </Flex>
      <Flex vertical align="end" flex="none">
        {data.amount !== null && (
          <strong>
            <Money amount={data.amount} />
          </strong>
        )}
        <Typography.Text type="secondary">
          <RelativeTime iso={time} />
        </Typography.Text>
      </Flex>
    </Flex>
  );
}

export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <Panel title="Recent Activity">
      {activity.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="No recent activity" />
      ) : (
        <Timeline
          items={activity.map((entry) => ({
            key: `${entry.time}-${entry.action}-${describeTarget(entry)}`,
            icon: ICONS[entry.type],
            color: entry.type === 'alert' ? 'red' : 'gray',
            content: <Entry entry={entry} />,
          }))}
        />
      )}
    </Panel>
  );
}
