import { useChangePassword, useUpdateName } from '@/api/generated/profile';
import { notify } from '@/components/feedback/notify';
import { Avatar, Button, Flex, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { SessionUser } from '@/api/session';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { formatMonthYear } from '@/lib/date';
import { EDIT_PARAM, securityPath } from '@/lib/page-paths';
import { useUrlParams } from '@/lib/url-params';
import { Link } from 'react-router-dom';
import { initials } from '@/lib/text';
import styles from './profile.module.css';

export interface ProfileValues {
  name: string;
  old_password: string;
  new_password: string;
  new_password_confirmation: string;
}

export const EMPTY_PASSWORDS = {
  old_password: '',
  new_password: '',
  new_password_confirmation: '',
};

const PASSWORDS = Object.keys(EMPTY_PASSWORDS) as (keyof typeof EMPTY_PASSWORDS)[];
const MIN_PASSWORD_LENGTH = 8;

type NewPassword = Pick<ProfileValues, 'new_password' | 'new_password_confirmation'>;

interface FieldError<Values> {
  name: keyof Values;
  errors: string[];
}

export const changesPassword = (values: ProfileValues): boolean =>
  Boolean(values.old_password || values.new_password || values.new_password_confirmation);

export function validateNewPassword(values: NewPassword): FieldError<NewPassword>[] {
  const error = (name: keyof NewPassword, text: string) => [{ name, errors: [text] }];
  const { new_password: password, new_password_confirmation: again } = values;
  if (!password) return error('new_password', 'Please enter a new password');
  if (password !== again)
    return error('new_password_confirmation', 'New password and confirm password do not match');
  if (password.length < MIN_PASSWORD_LENGTH)
    return error('new_password', 'New password must be at least 8 characters long');
  return [];
}

/** The first error of the three password fields, which may all be empty. */
export function validatePasswordChange(values: ProfileValues): FieldError<ProfileValues>[] {
  if (!changesPassword(values)) return [];
  if (!values.old_password)
    return [{ name: 'old_password', errors: ['Please enter your current password'] }];
  return validateNewPassword(values);
}

const meta = { fallback: 'Failed to update profile' };

const ONLY_PASSWORD = 'Your password was changed. Your name was not saved.';
const ONLY_NAME = 'Your name was saved. Your password was not changed.';

/**
 * Saves the name and, if entered, the password in two concurrent requests. When the password is
 * refused, the name becomes what it was, so that one save has one outcome.
 * @param savedName the name before.
 */
export function useSaveProfile(savedName: string) {
  const name = useUpdateName({ mutation: { meta } });
  const revert = useUpdateName({ mutation: { meta: { quiet: true } } });
  const password = useChangePassword({ mutation: { meta } });

  /** Resolves with whether everything was saved; errors have been shown by then. */
  const save = async (values: ProfileValues): Promise<boolean> => {
    const { name: fullName, ...passwords } = values;
    const renamed = fullName.trim();
    const [nameResult, passwordResult] = await Promise.allSettled([
      name.mutateAsync({ data: { name: renamed } }),
      changesPassword(values) ? password.mutateAsync({ data: passwords }) : null,
    ]);
    const isNamed = nameResult.status === 'fulfilled';
    if (isNamed && passwordResult.status === 'fulfilled') {
      notify.success('Profile updated successfully!');
      return true;
    }
    if (isNamed && renamed !== savedName) await undoName();
    if (!isNamed && passwordResult.status === 'fulfilled' && changesPassword(values))
      notify.info(ONLY_PASSWORD);
    return false;
  };

  const undoName = (): Promise<unknown> =>
    revert.mutateAsync({ data: { name: savedName } }).catch(() => notify.info(ONLY_NAME));

  return {
    save,
    isSaving: name.isPending || password.isPending || revert.isPending,
    fieldErrors: name.error?.fieldErrors ?? password.error?.fieldErrors,
    reset: () => {
      name.reset();
      password.reset();
    },
  };
}

export function PersonalInfo({ user }: { user: SessionUser }) {
  const [params, write] = useUrlParams();
  // A link leads to the password.
  const [isEditing, setEditing] = useState(params.has(EDIT_PARAM));
  const first = useRef<keyof ProfileValues>(isEditing ? 'old_password' : 'name');
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
    if (isEditing) form.focusField(first.current);
    else if (wasEditing.current) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [form, isEditing]);

  const closeEditor = (): void => {
    form.setFieldsValue(EMPTY_PASSWORDS);
    form.setFields([{ name: 'name', touched: false }]);
    setEditing(false);
    first.current = 'name';
    if (params.has(EDIT_PARAM)) write({ [EDIT_PARAM]: null }, true);
  };
  const cancel = (): void => {
    form.resetFields();
    profile.reset();
    notify.dismissErrors();
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
        // Their rules are about all three.
        onChange={() => form.setFields(PASSWORDS.map((name) => ({ name, errors: [] })))}
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
              {user.has_password === false ? (
                <p className={styles.lead}>
                  You sign in with Google. <Link to={securityPath}>Set a password</Link>
                </p>
              ) : (
                <>
                  <p className={styles.lead}>Leave these empty to keep your password.</p>
                  <Form.Item name="old_password" label="Current password">
                    <PasswordInput size="large" autoComplete="current-password" maxLength={128} />
                  </Form.Item>
                  <Form.Item name="new_password" label="New password">
                    <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
                  </Form.Item>
                  <Form.Item name="new_password_confirmation" label="Confirm new password">
                    <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
                  </Form.Item>
                </>
              )}
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
