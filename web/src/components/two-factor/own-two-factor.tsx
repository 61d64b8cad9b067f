import { Button, Form, Typography, Alert, Col, Flex, Row, Skeleton } from 'antd';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { ConfirmField } from './confirm-field';
import type { TwoFactorApi } from './two-factor-api';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { saveFile } from '@/lib/download';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/feedback/error-state';
import { formatDateTime } from '@/lib/date';
import { EnableTwoFactor } from './enable-two-factor';

interface DisableValues {
  password: string;
  code: string;
}

export function DisableTwoFactor({ api }: { api: TwoFactorApi }) {
  const [form] = Form.useForm<DisableValues>();
  const message = useMessage();
  const disable = api.useDisable({
    mutation: {
      meta: { fallback: 'Two-factor authentication could not be turned off' },
      onSuccess: ({ message: text }) => message.success(text),
    },
  });
  return (
    <AppForm
      form={form}
      label="Turn off"
      serverErrors={disable.error?.fieldErrors}
      onSubmit={({ password, code }) => {
        if (!disable.isPending) disable.mutate({ data: { password, code } });
      }}
    >
      <Typography.Paragraph type="secondary">
        To turn it off, or to move to another phone, enter your password and a code.
      </Typography.Paragraph>
      <ConfirmField name="password" label="Your password" />
      <ConfirmField name="code" label="Code" hint="Six digits from the app, or a recovery code." />
      <Button danger htmlType="submit" disabled={disable.isPending}>
        {disable.isPending ? 'Working...' : 'Turn Off'}
      </Button>
    </AppForm>
  );
}

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

const toFile = (codes: string[]): Blob =>
  new Blob(
    [
      `Recovery codes for ${window.location.host}\n`,
      `Each works once, in place of a code of the authenticator app.\n\n`,
      `${codes.join('\n')}\n`,
    ],
    { type: 'text/plain;charset=utf-8' },
  );

/** Shown once, right after the codes were made. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <Flex vertical gap="middle">
      <Alert
        type="warning"
        showIcon
        title="Keep these recovery codes"
        description="Use each code once, instead of the app, if you lose your phone. They are not shown again, but you can make new ones on this page."
      />
      <Row role="list" aria-label="Recovery codes" gutter={[24, 8]}>
        {codes.map((code) => (
          <Col key={code} role="listitem" xs={24} sm={12}>
            <Typography.Text code>{code}</Typography.Text>
          </Col>
        ))}
      </Row>
      <Flex gap="small" wrap>
        <CopyButton text={codes.join('\n')} label="recovery codes" />
        <Button
          icon={<Icon name="download" size={14} />}
          onClick={() => saveFile(toFile(codes), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button type="primary" onClick={onDone}>
          I have saved them
        </Button>
      </Flex>
    </Flex>
  );
}

interface RenewRecoveryCodesProps {
  api: TwoFactorApi;
  /** Unused codes. */
  left: number;
  onDone: (codes: string[]) => void;
}

function toConsequence(left: number): string {
  if (left === 0) return 'You get ten new codes.';
  const old = left === 1 ? 'The code that you have stops' : `The ${left} codes that you have stop`;
  return `${old} working, and you get ten new ones.`;
}

/** How many recovery codes are left, and ten new ones in their place. */
export function RenewRecoveryCodes({ api, left, onDone }: RenewRecoveryCodesProps) {
  const [isAsking, setAsking] = useState(false);
  const renew = api.useReplaceCodes({
    mutation: {
      meta: { fallback: 'New recovery codes could not be made' },
      onSuccess: ({ data }) => onDone(data.recovery_codes),
    },
  });
  return (
    <Flex align="center" justify="space-between" gap="small" wrap>
      <Typography.Text>{`${left} recovery ${left === 1 ? 'code' : 'codes'} left`}</Typography.Text>
      <Button onClick={() => setAsking(true)}>Make New Recovery Codes</Button>
      {isAsking && (
        <Dialog
          title="Make new recovery codes"
          width={440}
          onClose={() => setAsking(false)}
          footer={
            <Flex justify="end" gap="small">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button type="primary" disabled={renew.isPending} onClick={() => renew.mutate()}>
                {renew.isPending ? 'Working...' : 'Make New Codes'}
              </Button>
            </Flex>
          }
        >
          {toConsequence(left)}
        </Dialog>
      )}
    </Flex>
  );
}

/** Two-factor authentication of the signed-in account. */
export function OwnTwoFactor({ api }: { api: TwoFactorApi }) {
  const query = api.useStatus({ query: { meta: { quiet: true } } });
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  if (query.error && !query.data) {
    return (
      <ErrorState
        title="Failed to load two-factor authentication"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <Skeleton active />;
  const { enabled, enabled_at: since, recovery_codes_left: left } = query.data.data;
  if (!enabled) return <EnableTwoFactor api={api} onDone={setCodes} />;
  return (
    <Flex vertical gap="middle">
      <Alert
        type="success"
        role="note"
        showIcon
        title="Turned on"
        description={since && `Since ${formatDateTime(since)}.`}
      />
      <RenewRecoveryCodes api={api} left={left} onDone={setCodes} />
      <DisableTwoFactor api={api} />
    </Flex>
  );
}
