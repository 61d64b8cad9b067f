import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import type { SessionUser } from '@/api/session';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { formatMonthYear } from '@/lib/date';
import { initials } from '@/lib/text';
import { EMPTY_PASSWORDS, validatePasswordChange, type ProfileValues } from './profile-rules';
import styles from './profile.module.css';
import { useSaveProfile } from './use-save-profile';

export function PersonalInfo({ user }: { user: SessionUser }) {
  const [editing, setEditing] = useState(false);
  const [form] = Form.useForm<ProfileValues>();
  const profile = useSaveProfile();

  // The server may know another name than this browser did, which saving would bring back.
  useEffect(() => {
    if (!form.isFieldTouched('name')) form.setFieldsValue({ name: user.name });
  }, [form, user.name]);

  const leave = (): void => {
    form.setFieldsValue(EMPTY_PASSWORDS);
    form.setFields([{ name: 'name', touched: false }]);
    setEditing(false);
  };
  const cancel = (): void => {
    form.resetFields();
    profile.reset();
    leave();
  };
  const submit = async (values: ProfileValues): Promise<void> => {
    const errors = validatePasswordChange(values);
    if (errors.length > 0) form.setFields(errors);
    else if (await profile.save(values)) leave();
  };

  return (
    <>
      <div className={styles.head}>
        <span className={styles.avatar} aria-hidden="true">
          {initials(user.name)}
        </span>
        <div className={styles.who}>
          <strong>{user.name}</strong>
          <span>Member since {formatMonthYear(user.created_at)}</span>
        </div>
        {!editing && <Button onClick={() => setEditing(true)}>Edit Profile</Button>}
      </div>
      <AppForm
        form={form}
        label="Personal information"
        initialValues={{ name: user.name, ...EMPTY_PASSWORDS }}
        serverErrors={profile.fieldErrors}
        onSubmit={(values) => void submit(values)}
      >
        <div className={styles.form}>
          <Form.Item
            name="name"
            label="Full name"
            rules={[{ required: true, whitespace: true, message: 'Please enter your name' }]}
          >
            <Input size="large" autoComplete="name" disabled={!editing} />
          </Form.Item>
          {editing && (
            <>
              <p className={styles.hint}>
                Leave the three passwords empty to keep the one you have.
              </p>
              <Form.Item name="old_password" label="Current password">
                <PasswordInput size="large" autoComplete="current-password" maxLength={128} />
              </Form.Item>
              <Form.Item name="new_password" label="New password">
                <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
              </Form.Item>
              <Form.Item name="new_password_confirmation" label="Confirm new password">
                <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
              </Form.Item>
              <div className={styles.actions}>
                <Button onClick={cancel} disabled={profile.saving}>
                  Cancel
                </Button>
                <Button type="primary" htmlType="submit" disabled={profile.saving}>
                  {profile.saving ? 'Saving...' : 'Save Changes'}
                </Button>
              </div>
            </>
          )}
        </div>
      </AppForm>
    </>
  );
}
