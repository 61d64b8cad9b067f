import { Form, Switch } from 'antd';
import { SettingInput } from './setting-input';
import { LIMITS, SETTING_LABEL, type Draft } from './settings';
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
      <Form.Item<Draft>
        name="addressAccessEnabled"
        label={SETTING_LABEL.addressAccessEnabled}
        valuePropName="checked"
        extra="Whether customers can use their proxies without a password from addresses that they allow. Off closes such connections within five seconds and keeps the lists."
      >
        <Switch />
      </Form.Item>
      <UdpSettings />
    </>
  );
}
