import {
  TeamRole,
  type TeamInvitationResponse,
  type TeamMemberResponse,
  type TeamRightsDto,
} from '@/api/generated/api.schemas';
import { parseDailyLimit } from '@/features/profile/api-key';
import { Form, Input, Radio } from 'antd';
import styles from '@/features/profile/profile.module.css';

export type TeamMember = TeamMemberResponse;
export type Invitation = TeamInvitationResponse;

export const MAX_MEMBERS = 20;

export const ROLES: { value: TeamRole; label: string; hint: string }[] = [
  {
    value: TeamRole.buyer,
    label: 'Buyer',
    hint: 'Buys, renews and configures proxies with your wallet',
  },
  {
    value: TeamRole.viewer,
    label: 'Viewer',
    hint: 'Sees proxies, usage and wallet, without passwords',
  },
];

export const toRoleLabel = (role: TeamRole): string =>
  ROLES.find(({ value }) => value === role)?.label ?? role;

export interface RightsValues {
  role: TeamRole;
  /** As typed. */
  daily_limit: string;
  monthly_limit: string;
}

export const EMPTY_RIGHTS: RightsValues = {
  ...{ role: TeamRole.buyer, daily_limit: '', monthly_limit: '' },
};

/** Of an existing member, to be edited. */
export const toRightsValues = ({ role, ...limits }: TeamMember): RightsValues => ({
  role,
  daily_limit: limits.daily_limit === null ? '' : String(limits.daily_limit),
  monthly_limit: limits.monthly_limit === null ? '' : String(limits.monthly_limit),
});

/** Inputs that are not shown for a viewer have no value. */
export const toRights = ({ role, ...limits }: Partial<RightsValues>): TeamRightsDto => ({
  role: role ?? TeamRole.buyer,
  daily_limit: parseDailyLimit(limits.daily_limit ?? '') ?? null,
  monthly_limit: parseDailyLimit(limits.monthly_limit ?? '') ?? null,
});

const LIMIT_RULES = [
  {
    validator: async (_rule: unknown, text: string) => {
      if (parseDailyLimit(text ?? '') === undefined)
        throw new Error('Enter a whole amount from ₦1 to ₦100,000,000');
    },
  },
];

const LIMITS = [
  {
    name: 'daily_limit',
    label: 'Daily spending limit (₦)',
    extra: 'From midnight to midnight. Leave empty for no limit.',
    placeholder: '20,000',
  },
  {
    name: 'monthly_limit',
    label: 'Monthly spending limit (₦)',
    extra: 'In a calendar month. Leave empty for no limit.',
    placeholder: '200,000',
  },
] as const;

/** Role and limits of a member. */
export function RightsFields() {
  const role = Form.useWatch<RightsValues['role'] | undefined>('role');
  return (
    <>
      <Form.Item name="role" label="Role">
        <Radio.Group className={styles.choices}>
          {ROLES.map(({ value, label, hint }) => (
            <Radio key={value} value={value}>
              <strong>{label}</strong> <span className={styles.meta}>{hint}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {role !== TeamRole.viewer &&
        LIMITS.map(({ name, label, extra, placeholder }) => (
          <Form.Item key={name} name={name} label={label} rules={LIMIT_RULES} extra={extra}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              maxLength={14}
              placeholder={placeholder}
            />
          </Form.Item>
        ))}
    </>
  );
}
