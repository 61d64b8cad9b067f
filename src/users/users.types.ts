export { toUserData, toUserResponse, UserData, UserEnvelopeData } from './users.dto';
export {
  EMAIL_MAX,
  NAME,
  NAME_MAX,
  PLAIN_EMAIL,
  type Membership,
  type NewUser,
  type UserAccount,
  type UserWithBalance,
} from './user-account';

export { USER_STATUSES, type UserStatus } from './user.entity';
