import ApiOutlined from '@ant-design/icons/ApiOutlined';
import BugOutlined from '@ant-design/icons/BugOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import ShoppingCartOutlined from '@ant-design/icons/ShoppingCartOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import type { DashboardData } from './dashboard';

type Stat = DashboardData['stats'][number] | DashboardData['server_stats'][number];

const ICONS: Record<Stat['icon'], ReactNode> = {
  users: <TeamOutlined aria-hidden />,
  proxies: <CloudServerOutlined aria-hidden />,
  revenue: <WalletOutlined aria-hidden />,
  orders: <ShoppingCartOutlined aria-hidden />,
  clock: <ClockCircleOutlined aria-hidden />,
  errors: <BugOutlined aria-hidden />,
  uptime: <DashboardOutlined aria-hidden />,
  queue: <UnorderedListOutlined aria-hidden />,
  database: <DatabaseOutlined aria-hidden />,
  traffic: <SwapOutlined aria-hidden />,
};

/**
 * Colour and icon of a figure, as sent by the server. Decorative: the text beside it has the
 * meaning.
 */
export function StatIcon({ color, icon }: Pick<Stat, 'color' | 'icon'>) {
  return (
    <Tag
      aria-hidden
      color={color === 'gray' ? 'default' : color}
      icon={ICONS[icon] ?? <ApiOutlined aria-hidden />}
      style={{ marginInlineEnd: 0 }}
    />
  );
}
