import { Field } from '@/components/form/field';
import { SelectInput, TextInput } from '@/components/form/text-input';
import type { UserErrors, UserValues } from './user-validation';

const ROLES = [
  { value: 'user', label: 'User' },
  { value: 'sub-admin', label: 'Sub-admin' },
  { value: 'admin', label: 'Admin' },
];
const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];
/** Nobody is suspended here, but who is stays so until another status is chosen. */
const SUSPENDED = { value: 'suspended', label: 'Suspended' };

interface UserFieldsProps {
  values: UserValues;
  problems: UserErrors;
  onChange: (change: Partial<UserValues>) => void;
  withPassword?: boolean;
  isSuspended?: boolean;
}

export function UserFields({
  values,
  problems,
  onChange,
  withPassword = false,
  isSuspended = false,
}: UserFieldsProps) {
  return (
    <>
      <Field id="user-name" label="Name" error={problems.name}>
        {(input) => (
          <TextInput
            {...input}
            maxLength={100}
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field id="user-email" label="Email" error={problems.email}>
        {(input) => (
          <TextInput
            {...input}
            type="email"
            maxLength={254}
            value={values.email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        )}
      </Field>
      {withPassword && (
        <Field
          id="user-password"
          label="Password"
          error={problems.password}
          hint="At least 6 characters. Hand it over in a safe way."
        >
          {(input) => (
            <TextInput
              {...input}
              type="password"
              autoComplete="new-password"
              maxLength={128}
              value={values.password}
              onChange={(event) => onChange({ password: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field id="user-status" label="Status" error={problems.status}>
        {(input) => (
          <SelectInput
            {...input}
            choices={isSuspended ? [...STATUSES, SUSPENDED] : STATUSES}
            value={values.status}
            onChange={(event) => onChange({ status: event.target.value })}
          />
        )}
      </Field>
      <Field id="user-role" label="Role" error={problems.role}>
        {(input) => (
          <SelectInput
            {...input}
            choices={ROLES}
            value={values.role}
            onChange={(event) => onChange({ role: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
