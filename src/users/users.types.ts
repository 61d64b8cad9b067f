import type { Money } from '../common/money/money';

export { toUserData, toUserResponse, UserData, UserResponse } from './dto/user.response';
export {
  EMAIL_MAX,
  NAME,
  NAME_MAX,
  PLAIN_EMAIL,
  type NewUser,
  type UserAccount,
  type UserWithBalance,
} from './user-account';

export { USER_STATUSES, type UserStatus } from './user.entity';

/** Port for wallet balances. The application binds it to the wallet module. */
export abstract class BalanceReader {
  abstract getBalance(userId: number): Promise<Money>;
}
