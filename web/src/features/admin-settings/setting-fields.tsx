import { Button, Col, Flex, Form, Input, Row, Switch, Typography, type FormRule } from 'antd';
import { useState } from 'react';
import {
  isMasked as isMaskedSecret,
  isText,
  SETTINGS,
  type Draft,
  type SettingName,
  type TextSetting,
} from './settings';

export const FORM_NAME = 'setting';

/** A number input reports invalid text as empty text. */
const settingRule = (name: TextSetting): FormRule => ({
  validator: async (_, text: string) => {
    // The id that antd gives an input of the form.
    const input = document.getElementById(`${FORM_NAME}_${name}`);
    const error =
      input instanceof HTMLInputElement && input.validity.badInput
        ? 'Please enter a number'
        : SETTINGS[name].validate(text);
    if (error !== undefined) throw new Error(error);
  },
});

function Counter({ name, limit, from }: { name: TextSetting; limit: number; from: number }) {
  const length = (Form.useWatch(name) as string | undefined)?.length ?? 0;
  if (length <= from) return null;
  return (
    <Typography.Text type={length > limit ? 'danger' : 'secondary'}>
      {length}/{limit}
    </Typography.Text>
  );
}

interface SecretInputProps {
  name: TextSetting;
  /** Shown while the stored value is kept. */
  kept?: string;
}

/** A stored secret is always masked; it is replaced as a whole, never edited. */
function SecretInput({
  name,
  kept = 'Stored encrypted. It cannot be read back.',
}: SecretInputProps) {
  const form = Form.useFormInstance<Draft>();
  const { label } = SETTINGS[name];
  const value = Form.useWatch(name, form) ?? '';
  const isMasked = isMaskedSecret(value);
  const [stored, setStored] = useState(isMasked ? value : null);
  if (isMasked && stored !== value) setStored(value);
  const isReplacing = stored !== null && !isMasked;

  const change = (text: string): void => {
    form.setFields([{ name, value: text, errors: [] }]);
    if (text === '') requestAnimationFrame(() => form.focusField(name));
  };

  return (
    <Form.Item<Draft>
      name={name}
      label={label}
      rules={[settingRule(name)]}
      extra={
        isReplacing
          ? 'If you leave it empty, the stored value is removed.'
          : isMasked
            ? kept
            : undefined
      }
    >
      <Input
        type={isMasked ? 'text' : 'password'}
        autoComplete="new-password"
        readOnly={isMasked}
        suffix={
          isMasked ? (
            <Button size="small" aria-label={`Replace ${label}`} onClick={() => change('')}>
              Replace
            </Button>
          ) : isReplacing ? (
            <Button
              size="small"
              aria-label={`Keep the stored ${label}`}
              onClick={() => change(stored)}
            >
              Keep
            </Button>
          ) : (
            // Without a suffix, antd renders another element and the input loses the focus.
            <span />
          )
        }
      />
    </Form.Item>
  );
}

/**
 * The input of a setting. Numbers have a native one, because InputNumber silently corrects values out
 * of bounds, and the specification requires a message.
 */
export function SettingField({ name, kept }: { name: SettingName; kept?: string }) {
  if (!isText(name))
    return (
      <Form.Item<Draft>
        name={name}
        label={SETTINGS[name].label}
        valuePropName="checked"
        extra={SETTINGS[name].hint}
      >
        <Switch />
      </Form.Item>
    );
  const { label, hint, counter, rows, input, isSecret } = SETTINGS[name];
  if (isSecret) return <SecretInput name={name} kept={kept} />;
  return (
    <Form.Item<Draft>
      name={name}
      label={label}
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

interface SettingRowProps {
  names: readonly SettingName[];
  xs?: number;
  md?: number;
  kept?: string;
}

/** Settings side by side. */
export function SettingRow({ names, xs = 24, md = 12, kept }: SettingRowProps) {
  return (
    <Row gutter={24}>
      {names.map((name) => (
        <Col key={name} xs={xs} md={md}>
          <SettingField name={name} kept={kept} />
        </Col>
      ))}
    </Row>
  );
}
