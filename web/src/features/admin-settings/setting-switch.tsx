import { Form, Switch } from 'antd';
import { SETTING_LABEL, type Draft, type SwitchSetting } from './settings';

/** A setting that is on or off. */
export function SettingSwitch({ name, hint }: { name: SwitchSetting; hint?: string }) {
  return (
    <Form.Item<Draft> name={name} label={SETTING_LABEL[name]} valuePropName="checked" extra={hint}>
      <Switch />
    </Form.Item>
  );
}
