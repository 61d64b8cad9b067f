import { Card, Flex } from 'antd';
import {
  useAdminBeginTwoFactor,
  useAdminConfirmTwoFactor,
  useAdminDisableTwoFactor,
  useAdminGetTwoFactor,
  useAdminReplaceRecoveryCodes,
} from '@/api/generated/admin-security';
import { useCurrentUser } from '@/api/use-current-user';
import { PageHeader } from '@/components/layout/page-header';
import { OwnTwoFactor } from '@/components/two-factor/own-two-factor';
import type { TwoFactorApi } from '@/components/two-factor/two-factor-api';
import { RequireTwoFactor } from './require-two-factor';
import { StaffTwoFactor } from './staff-two-factor';

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
