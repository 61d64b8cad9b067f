import { Card } from 'antd';
import {
  useAdminBeginTwoFactor,
  useAdminConfirmTwoFactor,
  useAdminDisableTwoFactor,
  useAdminGetTwoFactor,
  useAdminReplaceRecoveryCodes,
} from '@/api/generated/admin-security';
import { PageHeader } from '@/components/layout/page-header';
import { OwnTwoFactor } from '@/components/two-factor/own-two-factor';
import type { TwoFactorApi } from '@/components/two-factor/two-factor-api';

const FORM_WIDTH = 480;

const STAFF_API: TwoFactorApi = {
  useStatus: useAdminGetTwoFactor,
  useBegin: useAdminBeginTwoFactor,
  useConfirm: useAdminConfirmTwoFactor,
  useReplaceCodes: useAdminReplaceRecoveryCodes,
  useDisable: useAdminDisableTwoFactor,
};

export default function SecurityPage() {
  return (
    <>
      <PageHeader title="Security" lead="How you sign in to the back office" />
      <Card title={<h2>Two-factor authentication</h2>}>
        <div style={{ maxWidth: FORM_WIDTH }}>
          <OwnTwoFactor api={STAFF_API} />
        </div>
      </Card>
    </>
  );
}
