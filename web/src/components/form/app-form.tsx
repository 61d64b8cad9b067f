import { Form, type FormInstance } from 'antd';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { notify } from '@/components/feedback/notify';
import styles from './app-form.module.css';

interface AppFormProps<Values extends object> {
  form: FormInstance<Values>;
  /** Messages of the last 422 response by input name. */
  serverErrors?: Record<string, string[]>;
  /** API field name → form item name, where they differ. */
  aliases?: Record<string, string>;
  onSubmit: (values: Values) => void;
  /** Receives the distinct messages of failed rules, in input order. */
  onInvalid?: (messages: string[]) => void;
  onChange?: (changed: Partial<Values>) => void;
  initialValues?: Partial<Values>;
  label: string;
  children: ReactNode;
}

/** Shows server errors at their inputs. They were about all that was sent, so any change clears them. */
export function AppForm<Values extends object>({
  form,
  serverErrors,
  aliases = {},
  onSubmit,
  onInvalid,
  onChange,
  initialValues,
  label,
  children,
}: AppFormProps<Values>) {
  const showServerErrors = useEffectEvent(() => {
    const entries = Object.entries(serverErrors ?? {}).map(([field, errors]) => ({
      name: aliases[field] ?? field,
      errors,
    }));
    if (entries.length === 0) return;
    const known = Object.keys(form.getFieldsValue(true) as object);
    const fieldErrors = entries.filter(
      ({ name }) => known.includes(name) || form.getFieldInstance(name),
    );
    form.setFields(fieldErrors as Parameters<typeof form.setFields>[0]);
    if (fieldErrors[0]) form.scrollToField(fieldErrors[0].name, { block: 'center', focus: true });
  });
  // Only a new response sets messages again; the other inputs of the event may change freely.
  useEffect(() => showServerErrors(), [serverErrors]);

  const clearErrors = (changed: Partial<Values>): void => {
    const refused = Object.keys(serverErrors ?? {}).map((field) => aliases[field] ?? field);
    const fields = [...Object.keys(changed), ...refused].map((name) => ({ name, errors: [] }));
    notify.dismissErrors();
    form.setFields(fields as unknown as Parameters<typeof form.setFields>[0]);
    onChange?.(changed);
  };

  return (
    <Form<Values>
      form={form}
      className={styles.form}
      layout="vertical"
      noValidate
      aria-label={label}
      initialValues={initialValues as Values}
      onValuesChange={clearErrors}
      onFinish={onSubmit}
      onFinishFailed={({ errorFields }) =>
        onInvalid?.([...new Set(errorFields.flatMap(({ errors }) => errors))])
      }
      scrollToFirstError={{ focus: true }}
      validateTrigger="onSubmit"
    >
      {children}
    </Form>
  );
}
