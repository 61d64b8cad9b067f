export { toUserData, toUserResponse, UserData, UserEnvelopeData } from './users.dto';
export { BUILT_IN_ROLE_IDS, STAFF_ROLE_ID, type StaffRoleRow } from './staff-role.entity';
export {
  EMAIL_MAX,
  NAME,
  NAME_MAX,
  PLAIN_EMAIL,
  USER_STATUSES,
  type Membership,
  type NewUser,
  type UserAccount,
  type UserStatus,
  type UserWithBalance,
} from './user.entity';

/** Characters of a password that staff give: its owner replaces it within three days. */
export const FIRST_PASSWORD_MIN = 6;
