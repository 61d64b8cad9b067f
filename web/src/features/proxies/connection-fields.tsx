import { CopyField } from '@/components/form/copy-field';
import styles from './dialog.module.css';
import { getSocks5Port, type Proxy } from './proxy';

/** Connection details, each with a copy button. */
export function ConnectionFields({ proxy }: { proxy: Proxy }) {
  return (
    <div className={styles.grid}>
      <CopyField label="Host" value={proxy.host} />
      <CopyField label="HTTP port" value={String(proxy.port)} />
      <CopyField label="SOCKS5 port" value={String(getSocks5Port(proxy))} />
      <CopyField label="Login" value={proxy.username} />
      <CopyField label="Password" value={proxy.password} secret />
    </div>
  );
}
