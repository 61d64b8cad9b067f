import { Typography } from 'antd';
import { SettingSwitch } from './setting-switch';

const UDP_SETTINGS = ['udpDatacenter', 'udpResidential', 'udpMobile'] as const;

export function UdpSettings() {
  return (
    <>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        UDP over SOCKS5
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        For proxies already sold and new ones. A change reaches every gateway within five seconds,
        and switching it off ends the open UDP sessions. The firewall of each gateway has to let
        clients reach its ephemeral UDP ports. Exits behind an upstream proxy never relay UDP.
      </Typography.Paragraph>
      {UDP_SETTINGS.map((name) => (
        <SettingSwitch key={name} name={name} />
      ))}
    </>
  );
}
