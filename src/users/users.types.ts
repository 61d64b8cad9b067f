import type { Money } from '../common/money/money';
import type { Membership } from './user-account';

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

/** Port for wallet balances. The application binds it to the wallet module. */
export abstract class BalanceReader {
  abstract getBalance(userId: number): Promise<Money>;
}

/** Port for teams of customers. The application binds it to the team module. */
export abstract class MembershipReader {
  abstract find(userId: number): Promise<Membership | null>;
}
