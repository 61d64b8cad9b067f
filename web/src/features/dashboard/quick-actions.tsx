import { Panel } from '@/components/layout/panel';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './quick-actions.module.css';

export function QuickActions() {
  return (
    <Panel title="Quick Actions">
      <div className={styles.actions}>
        <ButtonLink look="primary" block to={paths.buyProxy}>
          <Icon name="cart" size={16} />
          Buy New Proxy
        </ButtonLink>
        <ButtonLink block to={paths.transactions}>
          <Icon name="list" size={16} />
          View Analytics
        </ButtonLink>
        <ButtonLink block to={paths.proxyHistory}>
          <Icon name="server" size={16} />
          Manage Proxies
        </ButtonLink>
      </div>
    </Panel>
  );
}
