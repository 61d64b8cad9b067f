import MailOutlined from '@ant-design/icons/MailOutlined';
import { Button, Col, Flex, Row, Typography } from 'antd';
import { useAdminTestEmail } from '@/api/generated/admin-settings';
import { useCurrentUser } from '@/api/use-current-user';
import { useMessage } from '@/components/feedback/use-message';
import { SecretInput } from './secret-input';
import { SettingInput } from './setting-input';
import { isMasked, MAIL_ACCOUNT, SETTING_TAB } from './settings';
import type { SettingsForm } from './use-settings-form';

/** Sends an email to the signed-in admin with the saved SMTP settings. */
function TestEmail({ changed }: Pick<SettingsForm, 'changed'>) {
  const email = useCurrentUser()?.email;
  const message = useMessage();
  const hasUnsavedChanges = changed.some((name) => SETTING_TAB[name] === 'email');
  const test = useAdminTestEmail({
    mutation: {
      meta: { fallback: 'The mail server could not be tested' },
      onSuccess: ({ message: text }) =>
        message.success(`SMTP connection test successful!\n${text}`),
    },
  });
  return (
    <Flex align="center" gap="small" wrap>
      <Button
        icon={<MailOutlined aria-hidden />}
        disabled={hasUnsavedChanges || test.isPending}
        aria-describedby="test-email-note"
        onClick={() => test.mutate({ data: {} })}
      >
        {test.isPending ? 'Testing...' : 'Test'}
      </Button>
      <Typography.Text type="secondary" id="test-email-note">
        {hasUnsavedChanges
          ? 'Save your changes first: the test uses the saved settings.'
          : `Sends an email to ${email ?? 'you'} with the saved settings.`}
      </Typography.Text>
    </Flex>
  );
}

export function EmailTab({ form, saved, changed }: SettingsForm) {
  const isPasswordNeeded =
    isMasked(saved.smtpPassword) && changed.some((name) => MAIL_ACCOUNT.includes(name));
  return (
    <>
      <Row gutter={24}>
        <Col xs={24} md={12}>
          <SettingInput name="smtpHost" placeholder="smtp.example.com" />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput name="smtpPort" inputMode="numeric" placeholder="587" />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput name="smtpUsername" type="email" placeholder="mail@example.com" />
        </Col>
        <Col xs={24} md={12}>
          <SecretInput
            form={form}
            name="smtpPassword"
            kept={
              isPasswordNeeded
                ? 'Enter the password again: the stored one is not sent to another mail account.'
                : undefined
            }
          />
        </Col>
      </Row>
      <TestEmail changed={changed} />
    </>
  );
}
