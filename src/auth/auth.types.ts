/** What other modules document and limit like the sign-up and the sign-in. */
export { EmailDto, InvitationTokenDto } from './auth.dto';
export { isAllowedFrom, toCanonicalRange } from './api-keys/parse-ranges';
export { LoginData } from './login/login.dto';
export { REGISTRATIONS_PER_ADDRESS } from './rate-limits/rate-limit.policies';
export { RegisterDto } from './registration/registration.dto';
