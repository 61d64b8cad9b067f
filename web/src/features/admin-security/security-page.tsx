import { Flex, Switch, Typography, Card } from 'antd';
import {
  useAdminGetTwoFactorRequirement,
  useAdminRequireTwoFactor,
  useAdminBeginTwoFactor,
  useAdminConfirmTwoFactor,
  useAdminDisableTwoFactor,
  useAdminGetTwoFactor,
  useAdminReplaceRecoveryCodes,
} from '@/api/generated/admin-security';
import { useMessage } from '@/components/feedback/use-message';
import { useCurrentUser } from '@/api/use-current-user';
import { PageHeader } from '@/components/layout/page-header';
import { OwnTwoFactor } from '@/components/two-factor/own-two-factor';
import type { TwoFactorApi } from '@/components/two-factor/two-factor-api';
import { StaffTwoFactor } from './staff-two-factor';

const LABEL = 'Require two-factor authentication of all staff';

/** The setting that keeps staff without a second factor out of everything but its set-up. */
export function RequireTwoFactor({ isOwnEnabled }: { isOwnEnabled: boolean }) {
  const message = useMessage();
  const query = useAdminGetTwoFactorRequirement({ query: { meta: { quiet: true } } });
  const save = useAdminRequireTwoFactor({
    mutation: {
      meta: { fallback: 'The setting could not be saved' },
      onSuccess: ({ data }) =>
        message.success(
          data.required
            ? 'Staff need two-factor authentication from now on.'
            : 'Two-factor authentication is optional again.',
        ),
    },
  });
  const isRequired = query.data?.data.required ?? false;
  return (
    <Flex gap="middle" align="flex-start" style={{ marginBottom: 16 }}>
      <Switch
        aria-label={LABEL}
        checked={isRequired}
        loading={query.isPending || save.isPending}
        disabled={!query.data || (!isOwnEnabled && !isRequired)}
        onChange={(required) => save.mutate({ data: { required } })}
      />
      <Flex vertical>
        <Typography.Text strong>{LABEL}</Typography.Text>
        <Typography.Text type="secondary">
          {isOwnEnabled || isRequired
            ? 'Staff without it can only set it up, and nothing else until then.'
            : 'Turn on your own first.'}
        </Typography.Text>
      </Flex>
    </Flex>
  );
}

const FORM_WIDTH = 480;

const STAFF_API: TwoFactorApi = {
  useStatus: useAdminGetTwoFactor,
  useBegin: useAdminBeginTwoFactor,
  useConfirm: useAdminConfirmTwoFactor,
  useReplaceCodes: useAdminReplaceRecoveryCodes,
  useDisable: useAdminDisableTwoFactor,
};

export default function SecurityPage() {
  const user = useCurrentUser();
  const { isPending, data } = useAdminGetTwoFactor({ query: { meta: { quiet: true } } });
  const isOwnEnabled = data?.data.enabled === true;
  return (
    <>
      <PageHeader title="Security" lead="How you sign in to the back office" />
      <Flex vertical gap="middle">
        <Card title={<h2>Two-factor authentication</h2>}>
          <div style={{ maxWidth: FORM_WIDTH }}>
            <OwnTwoFactor api={STAFF_API} />
          </div>
        </Card>
        {user?.role === 'admin' && (
          // Mounted but hidden: its own request runs, and it appears below a card of final height.
          <Card
            hidden={isPending}
            title={<h2>Two-factor authentication of the staff</h2>}
            styles={{ body: { padding: 0 } }}
          >
            <div style={{ padding: '16px 16px 0' }}>
              <RequireTwoFactor isOwnEnabled={isOwnEnabled} />
            </div>
            <StaffTwoFactor ownId={user.id} />
          </Card>
        )}
      </Flex>
    </>
  );
}
