import {
  useBeginTwoFactor,
  useConfirmTwoFactor,
  useDisableTwoFactor,
  useGetTwoFactor,
  useReplaceRecoveryCodes,
} from '@/api/generated/profile';
import { OwnTwoFactor } from '@/components/two-factor/own-two-factor';
import type { TwoFactorApi } from '@/components/two-factor/two-factor-api';
import styles from './profile.module.css';

const CUSTOMER_API: TwoFactorApi = {
  useStatus: useGetTwoFactor,
  useBegin: useBeginTwoFactor,
  useConfirm: useConfirmTwoFactor,
  useReplaceCodes: useReplaceRecoveryCodes,
  useDisable: useDisableTwoFactor,
};

/** Of a customer. */
export default function TwoFactor() {
  return (
    <div className={styles.form}>
      <OwnTwoFactor api={CUSTOMER_API} />
    </div>
  );
}
