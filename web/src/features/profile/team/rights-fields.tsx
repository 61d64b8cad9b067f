import { Form, Input, Radio } from 'antd';
import { TeamRole } from '@/api/generated/api.schemas';
import { parseDailyLimit } from '../api-key';
import styles from '../profile.module.css';
import { ROLES, type RightsValues } from './rights';

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
    extra: 'From midnight to midnight. Empty is no limit.',
    placeholder: '20,000',
  },
  {
    name: 'monthly_limit',
    label: 'Monthly spending limit (₦)',
    extra: 'In a calendar month. Empty is no limit.',
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
