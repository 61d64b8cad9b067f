import { DomainError, invalidFields } from '../common/errors/domain-error';
import type { ApiKeyScope } from '../common/security/actor';
import { MAX_API_KEYS } from './api-keys/api-key.entity';

export const unauthenticated = (): DomainError =>
  new DomainError('unauthenticated', 'UNAUTHENTICATED', 'Please sign in to continue.');

export const forbidden = (): DomainError =>
  new DomainError('forbidden', 'FORBIDDEN', 'You are not allowed to do this.');

/** One answer for an unknown address and a wrong password. */
export const invalidCredentials = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'INVALID_CREDENTIALS',
    'Invalid email or password.',
  ).asSecurityEvent('sign_in_failed');

export const emailNotVerified = (): DomainError =>
  new DomainError(
    'forbidden',
    'EMAIL_NOT_VERIFIED',
    'Please verify your email before signing in. Check your inbox or spam box for the link.',
  );

export const accountSuspended = (): DomainError =>
  new DomainError(
    'forbidden',
    'ACCOUNT_SUSPENDED',
    'This account is suspended. Please contact support.',
  );

export const accountInactive = (): DomainError =>
  new DomainError(
    'forbidden',
    'ACCOUNT_INACTIVE',
    'This account is not active. Please contact support.',
  );

/** A member of a team whose owner's account is suspended, inactive or joined the staff. */
export const teamOwnerInactive = (): DomainError =>
  new DomainError(
    'forbidden',
    'TEAM_OWNER_INACTIVE',
    'The account that you act for is not active. Please contact its owner or support.',
  );

export const ownerOnly = (): DomainError =>
  new DomainError(
    'forbidden',
    'OWNER_ONLY',
    'Only the owner of this account can do this. Nothing was changed.',
  );

/** The owner has reset the password and not yet confirmed who has access. */
export const teamPaused = (): DomainError =>
  new DomainError(
    'forbidden',
    'TEAM_PAUSED',
    'The owner of this account has reset the password and is checking who has access. Ask the owner to keep you in the team.',
  );

export const viewerReadOnly = (): DomainError =>
  new DomainError(
    'forbidden',
    'VIEWER_READ_ONLY',
    'You can look at this account, and change nothing. Its owner can make you a buyer.',
  );

const FIRST_PASSWORD_EXPIRED =
  'Your first password was valid for 72 hours. Use "Forgot password?" to choose a new one by email.';

export const firstPasswordExpired = (): DomainError =>
  new DomainError('forbidden', 'FIRST_PASSWORD_EXPIRED', FIRST_PASSWORD_EXPIRED);

export const passwordChangeRequired = (): DomainError =>
  new DomainError(
    'forbidden',
    'PASSWORD_CHANGE_REQUIRED',
    'Choose a password of your own before you change anything.',
  );

export const reauthenticationRequired = (): DomainError =>
  new DomainError(
    'forbidden',
    'REAUTHENTICATION_REQUIRED',
    'Confirm your sign-in to do this. Nothing was changed.',
  );

export const twoFactorSetupRequired = (): DomainError =>
  new DomainError(
    'forbidden',
    'TWO_FACTOR_SETUP_REQUIRED',
    'Staff need two-factor authentication. Set it up under Security to go on.',
  );

/** @param field of the new password. */
export const samePassword = (field: string): DomainError =>
  invalidFields({ [field]: ['Please choose another password than the one you were given.'] });

export const adminRequired = (): DomainError =>
  new DomainError('forbidden', 'ADMIN_REQUIRED', 'Access denied. Admin privileges required.');

const INVALID_LINK = 'Invalid verification link';

export const invalidLink = (): DomainError =>
  new DomainError('invalid', 'INVALID_LINK', INVALID_LINK, { hash: [INVALID_LINK] });

const LINK_EXPIRED = 'This verification link has expired. Sign in to get a new one.';

export const linkExpired = (): DomainError =>
  new DomainError('invalid', 'LINK_EXPIRED', LINK_EXPIRED, { expires: [LINK_EXPIRED] });

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

export const wrongOldPassword = (): DomainError =>
  invalidFields({ old_password: ['Current password is incorrect'] }).asSecurityEvent(
    'password_rejected',
  );

export const sessionNotFound = (): DomainError =>
  new DomainError('not_found', 'SESSION_NOT_FOUND', 'This session has already ended.');

/** @param seconds until the next try is worth it. */
export const tooManyAttempts = (seconds: number): DomainError =>
  new DomainError(
    'throttled',
    'TOO_MANY_REQUESTS',
    'Too many attempts. Please wait a moment and try again.',
    undefined,
    Math.max(1, Math.ceil(seconds)),
  );

export const googleFailed = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'GOOGLE_FAILED',
    'Google OAuth authentication failed',
  ).asSecurityEvent('sign_in_failed');

export const googleRefused = (reason: string): DomainError =>
  new DomainError('forbidden', 'GOOGLE_REFUSED', reason);

/** Thrown only after the password was verified, so that it leaks nothing to attackers. */
export const twoFactorRequired = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'SECOND_FACTOR_REQUIRED',
    'This account also needs a code from its authenticator app.',
  );

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

/** Encrypted with a key that is no longer there: no code can be right. */
export const twoFactorUnreadable = (): DomainError =>
  new DomainError(
    'unavailable',
    'SECOND_FACTOR_UNREADABLE',
    'Two-factor authentication of this account can no longer be read. Ask another admin to reset it.',
  );

export const wrongPassword = (): DomainError =>
  invalidFields({ password: ['Your password is incorrect.'] }).asSecurityEvent('password_rejected');

/** For accounts that only sign in with Google, which two-factor authentication excludes. */
export const noPasswordYet = (): DomainError =>
  invalidFields({
    password: [
      'Your account has no password yet. Set one with “Forgot password?” on the sign-in page first.',
    ],
  });

export const twoFactorAlreadyEnabled = (): DomainError =>
  new DomainError('conflict', 'SECOND_FACTOR_ON', 'Two-factor authentication is already on.');

export const twoFactorNotEnabled = (): DomainError =>
  new DomainError(
    'conflict',
    'SECOND_FACTOR_OFF',
    'Two-factor authentication is not on for this account.',
  );

export const setupNotBegun = (): DomainError =>
  new DomainError(
    'conflict',
    'SETUP_NOT_BEGUN',
    'The setup was not started or took too long. Please start again.',
  );

export const cannotResetOwnTwoFactor = (): DomainError =>
  new DomainError(
    'forbidden',
    'OWN_ACCOUNT',
    'Turn off your own two-factor authentication with your password and a code.',
  );

export const customerUnknown = (): DomainError =>
  new DomainError('not_found', 'USER_NOT_FOUND', 'No customer has this id.');

export const staffUnknown = (): DomainError =>
  new DomainError('not_found', 'USER_NOT_FOUND', 'No staff member has this id.');

export const apiKeyNotFound = (): DomainError =>
  new DomainError('not_found', 'API_KEY_NOT_FOUND', 'You have no such API key.');

/** Unknown, removed or expired, or of an account that takes none. */
export const keyRejected = (): DomainError => unauthenticated().asSecurityEvent('key_rejected');

export const tooManyApiKeys = (): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_API_KEYS',
    `You can have ${MAX_API_KEYS} API keys. Remove one that you no longer use.`,
  );

export const keyAddressRefused = (): DomainError =>
  new DomainError(
    'forbidden',
    'KEY_ADDRESS',
    'This API key cannot be used from this network address.',
  );

/** @param needed undefined for a route that takes no key. */
export const keyScopeMissing = (needed: ApiKeyScope | undefined): DomainError =>
  new DomainError(
    'forbidden',
    'KEY_SCOPE',
    needed
      ? `This API key does not have the scope “${needed}”.`
      : 'This cannot be done with an API key. Please sign in.',
  );
