import { Typography } from 'antd';
import { useSiteConfig } from '@/api/site-config';
import { CopyField } from '@/components/form/copy-field';
import styles from './dialog.module.css';
import { getSocks5Port } from './connection';
import type { Proxy } from './proxy';

/** Connection details, each with a copy button. */
export function ConnectionFields({ proxy }: { proxy: Proxy }) {
  const httpsPort = useSiteConfig()?.gateway_https_port;
  return (
    <div className={styles.grid}>
      <CopyField label="Host" value={proxy.host} />
      <CopyField label="HTTP port" value={String(proxy.port)} />
      <CopyField label="SOCKS5 port" value={String(getSocks5Port(proxy))} />
      {httpsPort && <CopyField label="HTTPS port" value={String(httpsPort)} />}
      <CopyField label="Login" value={proxy.username} secret />
      <CopyField label="Password" value={proxy.password} secret />
      <Typography.Text type="secondary" className={styles.note}>
        {httpsPort
          ? 'Only the HTTPS port encrypts your login and password on the way to the proxy.'
          : 'Your login and password travel to the proxy unencrypted; https pages stay encrypted.'}
      </Typography.Text>
    </div>
  );
}
