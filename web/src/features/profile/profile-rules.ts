export interface ProfileValues {
  name: string;
  old_password: string;
  new_password: string;
  new_password_confirmation: string;
}

export const NO_PASSWORDS = { old_password: '', new_password: '', new_password_confirmation: '' };

const SHORTEST = 8;

interface Problem {
  name: keyof ProfileValues;
  errors: string[];
}

export const changesPassword = (values: ProfileValues): boolean =>
  Boolean(values.old_password || values.new_password || values.new_password_confirmation);

/** The first thing wrong with the three passwords; none of them filled is right, too. */
export function passwordProblems(values: ProfileValues): Problem[] {
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
  if (values.new_password.length < SHORTEST) {
    return [{ name: 'new_password', errors: ['New password must be at least 8 characters long'] }];
  }
  return [];
}
