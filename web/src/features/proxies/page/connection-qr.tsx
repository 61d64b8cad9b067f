import { QRCode } from 'antd';
import { getSocks5Port } from '../connection';
import type { Proxy } from '../proxy';
import styles from './proxy-page.module.css';

/** Plain text: a camera would open an address with a password in it like a website. */
const toText = (proxy: Proxy): string =>
  [
    `Host: ${proxy.host}`,
    `HTTP port: ${proxy.port}`,
    `SOCKS5 port: ${getSocks5Port(proxy)}`,
    `Login: ${proxy.username}`,
    `Password: ${proxy.password}`,
  ].join('\n');

/** Brings what is to be entered to a phone. */
export default function ConnectionQr({ proxy }: { proxy: Proxy }) {
  return (
    <div className={styles.qr}>
      {/* Black on white with a white margin in both themes: scanners expect it. */}
      <QRCode
        value={toText(proxy)}
        size={200}
        type="svg"
        color="black"
        bgColor="white"
        aria-label="QR code with host, ports, login and password"
      />
      <p className={styles.minor}>
        Scan it with the camera of your phone and copy the lines. Anyone who sees the code can use
        the proxy.
      </p>
    </div>
  );
}
