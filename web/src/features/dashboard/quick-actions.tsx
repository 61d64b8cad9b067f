import { Flex } from 'antd';
import { useTeam } from '@/api/use-team';
import { Panel } from '@/components/layout/panel';
import { Icon } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';

export function QuickActions() {
  const { canBuy } = useTeam();
  return (
    <Panel title="Quick Actions">
      <Flex vertical gap="small">
        {canBuy && (
          <LinkButton
            type="primary"
            block
            to={paths.buyProxy}
            icon={<Icon name="cart" size={16} />}
          >
            Buy New Proxy
          </LinkButton>
        )}
        <LinkButton block to={paths.transactions} icon={<Icon name="list" size={16} />}>
          View Analytics
        </LinkButton>
        <LinkButton block to={paths.proxyHistory} icon={<Icon name="server" size={16} />}>
          Manage Proxies
        </LinkButton>
      </Flex>
    </Panel>
  );
}
