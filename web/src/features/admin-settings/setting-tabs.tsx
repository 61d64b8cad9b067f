import MailOutlined from '@ant-design/icons/MailOutlined';
import { Button, Flex, Form, Typography } from 'antd';
import { useAdminTestEmail } from '@/api/generated/admin-settings';
import { useCurrentUser } from '@/api/use-current-user';
import { useMessage } from '@/components/feedback/use-message';
import { SettingField, SettingRow } from './setting-fields';
import { isMasked, MAIL_ACCOUNT, SETTINGS } from './settings';
import type { SettingsForm } from './use-settings-form';

function Heading({ title, lead, size = 15 }: { title: string; lead: string; size?: number }) {
  return (
    <>
      <Typography.Title level={3} style={{ fontSize: size }}>
        {title}
      </Typography.Title>
      <Typography.Paragraph type="secondary">{lead}</Typography.Paragraph>
    </>
  );
}

export function GeneralTab() {
  return (
    <>
      <SettingField name="siteName" />
      <SettingField name="siteDescription" />
      <SettingField name="supportReplyTime" />
      <SettingField name="addressAccessEnabled" />
      <SettingField name="blockedEmailDomains" />
      <Heading
        title="UDP over SOCKS5"
        lead="For proxies already sold and new ones. A change reaches every gateway within five seconds, and switching it off ends the open UDP sessions. The firewall of each gateway has to let clients reach its ephemeral UDP ports. Exits behind an upstream proxy never relay UDP."
        size={16}
      />
      <SettingField name="udpDatacenter" />
      <SettingField name="udpResidential" />
      <SettingField name="udpMobile" />
    </>
  );
}

export function PaymentTab({ form }: SettingsForm) {
  const hasReferrals = Form.useWatch('referralsEnabled', form);
  const isMarkupEnabled = Form.useWatch('markupEnabled', form);
  return (
    <>
      <SettingField name="korapayEnabled" />
      <SettingField name="nairaAccountsEnabled" />
      <Heading
        title="Ways to pay at the checkout"
        lead="Switch on what Korapay has enabled for you; customers choose among them. With none on, the checkout offers everything that your Korapay account has."
      />
      <SettingRow
        names={['cardChannel', 'bankTransferChannel', 'payWithBankChannel', 'mobileMoneyChannel']}
        xs={12}
        md={6}
      />
      <SettingRow
        names={[
          'korapayPublicKey',
          'korapaySecretKey',
          'minimumTopup',
          'exchangeRate',
          'correctionApprovalLimit',
          'fundingApprovalLimit',
          'soleAdminDelayHours',
        ]}
      />
      <SettingField name="referralsEnabled" />
      {hasReferrals && (
        <SettingRow
          names={['referralPercentage', 'referralMaximum', 'referralMinimumTopup']}
          md={8}
        />
      )}
      <SettingRow
        names={['trialMegabytes', 'refundWindowDays', 'refundMaximumUsedPercent']}
        md={8}
      />
      <SettingField name="markupEnabled" />
      {isMarkupEnabled && <SettingRow names={['markupPercentage']} />}
      <Heading
        title="Company"
        lead="In the footer of the site, and on invoices that are issued from now on. Issued ones and their credit notes keep what was saved then."
      />
      <SettingRow
        names={[
          'invoiceSellerName',
          'rcNumber',
          'invoiceSellerTin',
          'vatPercentage',
          'invoiceSellerAddress',
        ]}
      />
    </>
  );
}

/** Sends an email to the signed-in admin with the saved SMTP settings. */
function TestEmail({ changed }: Pick<SettingsForm, 'changed'>) {
  const email = useCurrentUser()?.email;
  const message = useMessage();
  const hasUnsavedChanges = changed.some((name) => SETTINGS[name].tab === 'email');
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

export function EmailTab({ saved, changed }: SettingsForm) {
  const isPasswordNeeded =
    isMasked(saved.smtpPassword) && changed.some((name) => MAIL_ACCOUNT.includes(name));
  return (
    <>
      <SettingRow
        names={['smtpHost', 'smtpPort', 'smtpUsername', 'smtpPassword']}
        kept={
          isPasswordNeeded
            ? 'Enter the password again: the stored one is not sent to another mail account.'
            : undefined
        }
      />
      <TestEmail changed={changed} />
    </>
  );
}
