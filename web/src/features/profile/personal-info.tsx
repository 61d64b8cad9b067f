import { Avatar, Button, Flex, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { SessionUser } from '@/api/session';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { formatMonthYear } from '@/lib/date';
import { initials } from '@/lib/text';
import { EMPTY_PASSWORDS, validatePasswordChange, type ProfileValues } from './profile-rules';
import styles from './profile.module.css';
import { useSaveProfile } from './use-save-profile';

export function PersonalInfo({ user }: { user: SessionUser }) {
  const [isEditing, setEditing] = useState(false);
  const [form] = Form.useForm<ProfileValues>();
  const profile = useSaveProfile(user.name);

  // The stored name may be outdated: use the server's unless the user has edited it.
  useEffect(() => {
    if (!form.isFieldTouched('name')) form.setFieldsValue({ name: user.name });
  }, [form, user.name]);

  // The button that was pressed is gone, and the focus with it.
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing) form.focusField('name');
    else if (wasEditing.current) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [form, isEditing]);

  const closeEditor = (): void => {
    form.setFieldsValue(EMPTY_PASSWORDS);
    form.setFields([{ name: 'name', touched: false }]);
    setEditing(false);
  };
  const cancel = (): void => {
    form.resetFields();
    profile.reset();
    closeEditor();
  };
  const submit = async (values: ProfileValues): Promise<void> => {
    const errors = validatePasswordChange(values);
    if (errors.length > 0) form.setFields(errors);
    else if (await profile.save(values)) closeEditor();
  };

  return (
    <>
      <div className={styles.row}>
        <Avatar
          size={56}
          aria-hidden="true"
          style={{ background: 'var(--accent-soft)', color: 'var(--accent-text)' }}
        >
          {initials(user.name)}
        </Avatar>
        <div className={styles.details}>
          <strong>
            <bdi>{user.name}</bdi>
          </strong>
          <span className={styles.meta}>Member since {formatMonthYear(user.created_at)}</span>
        </div>
        {!isEditing && (
          <Button ref={editButton} onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        )}
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
            <Input size="large" autoComplete="name" disabled={!isEditing} />
          </Form.Item>
          {isEditing && (
            <>
              <p className={styles.lead}>
                Leave the password fields empty to keep your current password.
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
              <Flex gap="small">
                <Button onClick={cancel} disabled={profile.isSaving}>
                  Cancel
                </Button>
                <Button type="primary" htmlType="submit" disabled={profile.isSaving}>
                  {profile.isSaving ? 'Saving...' : 'Save Changes'}
                </Button>
              </Flex>
            </>
          )}
        </div>
      </AppForm>
    </>
  );
}
