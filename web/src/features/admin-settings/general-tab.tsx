import { Typography } from 'antd';
import { SettingSwitch } from './setting-switch';
import { SettingInput } from './setting-input';
import { LIMITS } from './settings';

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

export function GeneralTab() {
  return (
    <>
      <SettingInput
        name="siteName"
        hint="In the header, in the title of every page and in every email."
        counter={{ limit: LIMITS.siteName, from: 200 }}
      />
      <SettingInput
        name="siteDescription"
        hint="Shown by search engines."
        counter={{ limit: LIMITS.siteDescription, from: 400 }}
        rows={4}
      />
      <SettingSwitch
        name="addressAccessEnabled"
        hint="Whether customers can use their proxies without a password from addresses that they allow. Off closes such connections within five seconds and keeps the lists."
      />
      <UdpSettings />
    </>
  );
}
