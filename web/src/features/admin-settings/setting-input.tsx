import type { InputHTMLAttributes, ReactNode } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/text-input';
import type { Draft } from './settings';
import type { SettingsForm } from './use-settings-form';

type TextSetting = { [K in keyof Draft]: Draft[K] extends string ? K : never }[keyof Draft];

interface SettingInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form'> {
  form: SettingsForm;
  name: TextSetting;
  label: string;
  hint?: ReactNode;
  counter?: { limit: number; from: number };
}

export function SettingInput({ form, name, label, hint, counter, ...rest }: SettingInputProps) {
  const value = form.draft[name];
  return (
    <Field
      id={`setting-${name}`}
      label={label}
      hint={hint}
      error={form.problems[name]}
      counter={counter && { ...counter, length: value.length }}
    >
      {(input) => (
        <TextInput
          {...rest}
          {...input}
          value={value}
          onChange={(event) => form.change({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
}
