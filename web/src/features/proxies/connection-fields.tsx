import { Typography } from 'antd';
import { useSiteConfig } from '@/api/site-config';
import { CopyField } from '@/components/form/copy-field';
import styles from './dialog.module.css';
import { getSocks5Port } from './connection';
import type { Proxy } from './proxy';

interface ConnectionFieldsProps {
  proxy: Proxy;
  /** What the username is called; masked as a login, in clear as a username. */
  name?: 'Login' | 'Username';
}

/** Connection details, each with a copy button. */
export function ConnectionFields({ proxy, name = 'Login' }: ConnectionFieldsProps) {
  const httpsPort = useSiteConfig()?.gateway_https_port;
  return (
    <div className={styles.grid}>
      <CopyField label="Host" value={proxy.host} />
      <CopyField label="HTTP port" value={String(proxy.port)} />
      <CopyField label="SOCKS5 port" value={String(getSocks5Port(proxy))} />
      {httpsPort && <CopyField label="HTTPS port" value={String(httpsPort)} />}
      <CopyField label={name} value={proxy.username} secret={name === 'Login'} />
      <CopyField label="Password" value={proxy.password} secret />
      <Typography.Text type="secondary" className={styles.note}>
        {httpsPort
          ? `Only the HTTPS port encrypts your ${name.toLowerCase()} and password on the way to the proxy.`
          : `Your ${name.toLowerCase()} and password travel to the proxy unencrypted; https pages stay encrypted.`}
      </Typography.Text>
    </div>
  );
}
