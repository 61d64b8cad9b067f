export interface ProfileValues {
  name: string;
  old_password: string;
  new_password: string;
  new_password_confirmation: string;
}

export const EMPTY_PASSWORDS = {
  old_password: '',
  new_password: '',
  new_password_confirmation: '',
};

const MIN_PASSWORD_LENGTH = 8;

interface FieldError {
  name: keyof ProfileValues;
  errors: string[];
}

export const changesPassword = (values: ProfileValues): boolean =>
  Boolean(values.old_password || values.new_password || values.new_password_confirmation);

/** The first error of the three password fields, which may all be empty. */
export function validatePasswordChange(values: ProfileValues): FieldError[] {
  if (!changesPassword(values)) return [];
  if (!values.old_password)
    return [{ name: 'old_password', errors: ['Please enter your current password'] }];
  if (!values.new_password)
    return [{ name: 'new_password', errors: ['Please enter a new password'] }];
  if (values.new_password !== values.new_password_confirmation) {
    return [
      {
        name: 'new_password_confirmation',
        errors: ['New password and confirm password do not match'],
      },
    ];
  }
  if (values.new_password.length < MIN_PASSWORD_LENGTH) {
    return [{ name: 'new_password', errors: ['New password must be at least 8 characters long'] }];
  }
  return [];
}
