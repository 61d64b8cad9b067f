import { DomainError, invalidFields, refusalsOf } from '../common/errors/domain-error';
import type { ApiKeyScope } from '../common/security/actor';
import { MAX_API_KEYS } from './api-keys/api-key.entity';

export const refuse = refusalsOf({
  unauthenticated: {
    UNAUTHENTICATED: 'Please sign in to continue.',
    // Thrown only after the password was verified, so that it leaks nothing to attackers.
    SECOND_FACTOR_REQUIRED: 'This account also needs a code from its authenticator app.',
  },
  forbidden: {
    FORBIDDEN: 'You are not allowed to do this.',
    EMAIL_NOT_VERIFIED:
      'Please verify your email before signing in. Check your inbox or spam box for the link.',
    ACCOUNT_SUSPENDED: 'This account is suspended. Please contact support.',
    ACCOUNT_INACTIVE: 'This account is not active. Please contact support.',
    // A member of a team whose owner's account is suspended, inactive or joined the staff.
    TEAM_OWNER_INACTIVE:
      'The account that you act for is not active. Please contact its owner or support.',
    OWNER_ONLY: 'Only the owner of this account can do this. Nothing was changed.',
    // The owner has reset the password and not yet confirmed who has access.
    TEAM_PAUSED:
      'The owner of this account has reset the password and is checking who has access. Ask the owner to keep you in the team.',
    VIEWER_READ_ONLY:
      'You can look at this account, and change nothing. Its owner can make you a buyer.',
    // Of staff who look at the account of a customer.
    VIEW_READ_ONLY:
      'You are looking at this account as staff. Nothing can be changed, and passwords are not shown.',
    VIEW_NEEDS_MONEY:
      'The shop shows customers their amounts, which your role does not let you see.',
    FIRST_PASSWORD_EXPIRED:
      'Your first password was valid for 72 hours. Use "Forgot password?" to choose a new one by email.',
    PASSWORD_CHANGE_REQUIRED: 'Choose a password of your own before you change anything.',
    REAUTHENTICATION_REQUIRED: 'Confirm your sign-in to do this. Nothing was changed.',
    TWO_FACTOR_SETUP_REQUIRED:
      'Staff need two-factor authentication. Set it up under Security to go on.',
    ADMIN_REQUIRED: 'Access denied. Admin privileges required.',
    OWN_ACCOUNT: 'Turn off your own two-factor authentication with your password and a code.',
    STAFF_ADDRESS: 'Your role cannot be used from this network address.',
    KEY_ADDRESS: 'This API key cannot be used from this network address.',
  },
  not_found: {
    SESSION_NOT_FOUND: 'This session has already ended.',
    API_KEY_NOT_FOUND: 'You have no such API key.',
  },
  conflict: {
    VIEW_OF_STAFF: 'This account belongs to the staff. Only accounts of customers can be viewed.',
    PASSWORD_EXISTS: 'This account has a password already. Change it instead.',
    SECOND_FACTOR_ON: 'Two-factor authentication is already on.',
    SECOND_FACTOR_OFF: 'Two-factor authentication is not on for this account.',
    SETUP_NOT_BEGUN: 'The setup was not started or took too long. Please start again.',
    TOO_MANY_API_KEYS: `You can have ${MAX_API_KEYS} API keys. Remove one that you no longer use.`,
  },
  unavailable: {
    // Encrypted with a key that is no longer there: no code can be right.
    SECOND_FACTOR_UNREADABLE:
      'Two-factor authentication of this account can no longer be read. Ask another admin to reset it.',
  },
});

/** One answer for an unknown address and a wrong password. */
export const invalidCredentials = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'INVALID_CREDENTIALS',
    'Invalid email or password.',
  ).asSecurityEvent('sign_in_failed');

export const googleFailed = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'GOOGLE_FAILED',
    'Google OAuth authentication failed',
  ).asSecurityEvent('sign_in_failed');

export const googleRefused = (reason: string): DomainError =>
  new DomainError('forbidden', 'GOOGLE_REFUSED', reason);

/** Of a verification link. */
const refuseLink = (code: string, field: string, text: string): DomainError =>
  new DomainError('invalid', code, text, { [field]: [text] });

export const invalidLink = (): DomainError =>
  refuseLink('INVALID_LINK', 'hash', 'Invalid verification link');

export const linkExpired = (): DomainError =>
  refuseLink('LINK_EXPIRED', 'expires', 'This verification link has expired. Ask for a new one.');

/** One answer for a wrong, used, expired or void code, and for an unknown address. */
export const invalidCode = (): DomainError =>
  new DomainError('invalid', 'INVALID_CODE', 'Invalid verification code', {
    token: ['Invalid verification code'],
  }).asSecurityEvent('code_rejected');

export const sameEmail = (): DomainError =>
  invalidFields({ email: ['This is your email address already.'] });

/** Which of the two mailed codes are wrong, used, expired or for another address. */
export const wrongEmailCodes = (wrong: { current: boolean; next: boolean }): DomainError => {
  const text = ['This code is wrong or no longer valid.'];
  return invalidFields({
    ...(wrong.current ? { current_code: text } : {}),
    ...(wrong.next ? { new_code: text } : {}),
  }).asSecurityEvent('code_rejected');
};

/** @param field of the new password. */
export const samePassword = (field: string): DomainError =>
  invalidFields({ [field]: ['Please choose another password than the one you were given.'] });

export const wrongOldPassword = (): DomainError =>
  invalidFields({ old_password: ['Current password is incorrect'] }).asSecurityEvent(
    'password_rejected',
  );

export const wrongPassword = (): DomainError =>
  invalidFields({ password: ['Your password is incorrect.'] }).asSecurityEvent('password_rejected');

/** For accounts that only sign in with Google, which two-factor authentication excludes. */
export const noPasswordYet = (): DomainError =>
  invalidFields({
    password: ['Your account has no password yet. Set one under Profile, tab Security, first.'],
  });

const WRONG_CODE = 'That code is wrong or was already used. Wait for the next one and try again.';

export const invalidTwoFactorCode = (): DomainError =>
  new DomainError('unauthenticated', 'INVALID_SECOND_FACTOR', WRONG_CODE).asSecurityEvent(
    'code_rejected',
  );

/** For users with a session, which stays valid: 422 instead of 401. */
export const wrongCode = (): DomainError =>
  invalidFields({ code: [WRONG_CODE] }).asSecurityEvent('code_rejected');

export const isWrongCode = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'INVALID_SECOND_FACTOR' || error.details?.code !== undefined);

/** For users with a session whose account has a second factor. */
export const codeRequired = (): DomainError =>
  invalidFields({ code: ['Please enter the code of your authenticator app'] });

/** @param who of the route, such as `customer`. */
export const userUnknown = (who: string): DomainError =>
  new DomainError('not_found', 'USER_NOT_FOUND', `No ${who} has this id.`);

/** @param seconds until the next try is worth it. */
export const tooManyAttempts = (seconds: number): DomainError =>
  new DomainError(
    'throttled',
    'TOO_MANY_REQUESTS',
    'Too many attempts. Please wait a moment and try again.',
    undefined,
    Math.max(1, Math.ceil(seconds)),
  );

/** Unknown, removed or expired, or of an account that takes none. */
export const keyRejected = (): DomainError =>
  refuse('UNAUTHENTICATED').asSecurityEvent('key_rejected');

/** @param needed undefined for a route that takes no key. */
export const keyScopeMissing = (needed: ApiKeyScope | undefined): DomainError =>
  new DomainError(
    'forbidden',
    'KEY_SCOPE',
    needed
      ? `This API key does not have the scope “${needed}”.`
      : 'This cannot be done with an API key. Please sign in.',
  );
