import { Flex, Form, Input, Typography, type InputProps } from 'antd';
import { SETTING_LABEL, type Draft, type TextSetting } from './settings';
import { settingRule } from './settings-validation';

interface SettingInputProps extends Omit<InputProps, 'form' | 'count'> {
  name: TextSetting;
  hint?: string;
  /** Shows how many of `limit` characters are used, from `from` on. */
  counter?: { limit: number; from: number };
  rows?: number;
}

function Counter({ name, limit, from }: { name: TextSetting; limit: number; from: number }) {
  const length = (Form.useWatch(name) as string | undefined)?.length ?? 0;
  if (length <= from) return null;
  return (
    <Typography.Text type={length > limit ? 'danger' : 'secondary'}>
      {length}/{limit}
    </Typography.Text>
  );
}

/**
 * A text or number setting. A native number input, because InputNumber silently corrects values out
 * of bounds, and the specification requires a message.
 */
export function SettingInput({ name, hint, counter, rows, ...input }: SettingInputProps) {
  return (
    <Form.Item<Draft>
      name={name}
      label={SETTING_LABEL[name]}
      rules={[settingRule(name)]}
      extra={
        (hint || counter) && (
          <Flex justify="space-between" gap="small">
            <span>{hint}</span>
            {counter && <Counter name={name} {...counter} />}
          </Flex>
        )
      }
    >
      {rows ? <Input.TextArea rows={rows} /> : <Input autoComplete="off" {...input} />}
    </Form.Item>
  );
}
