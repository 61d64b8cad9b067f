import { Button, Form, Input, type FormInstance } from 'antd';
import { useState } from 'react';
import { isMasked as isMaskedSecret, SETTING_LABEL, type Draft } from './settings';
import { settingRule } from './settings-validation';

interface SecretInputProps {
  form: FormInstance<Draft>;
  name: 'korapaySecretKey' | 'smtpPassword';
  /** Shown while the stored value is kept. */
  kept?: string;
}

/** A stored secret is always masked; it is replaced as a whole, never edited. */
export function SecretInput({
  form,
  name,
  kept = 'Stored encrypted. It cannot be read back.',
}: SecretInputProps) {
  const label = SETTING_LABEL[name];
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
