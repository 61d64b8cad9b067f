import { SettingInput } from './setting-input';
import { SettingSwitch } from './setting-switch';
import { LIMITS } from './settings';
import { UdpSettings } from './udp-settings';

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
