import { Injectable } from '@nestjs/common';
import { Any, IsNull, type FindOptionsSelect, type FindOptionsWhere } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/security/actor';
import { isUniqueViolation } from '../database/pg-errors';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import { WalletService } from '../wallet/wallet.service';
import {
  User,
  type Membership,
  type NewUser,
  type UserAccount,
  type UserWithBalance,
} from './user.entity';
import { StaffRolesService } from './staff-roles.service';
import { emailTaken, userNotFound } from './users.errors';

const ACCOUNT_COLUMNS = {
  id: true,
  name: true,
  email: true,
  phone: true,
  passwordHash: true,
  firstPasswordExpiresAt: true,
  googleSubject: true,
  role: true,
  staffRoleId: true,
  status: true,
  emailVerifiedAt: true,
  createdAt: true,
  reviewSince: true,
} satisfies FindOptionsSelect<User> & Record<keyof UserAccount, true>;

const FIND_MEMBERSHIP = prepareStatement(
  'team-member.find',
  `SELECT m.owner_id AS "ownerId", o.name AS "ownerName", m.role,
          o.status = 'active' AND o.closed_at IS NULL AND o.role = 'user' AS "isOwnerActive",
          coalesce(m.joined_at < o.review_since, false) AS "isPaused"
   FROM team_member m JOIN users o ON o.id = m.owner_id WHERE m.member_id = $1`,
);

/** Who has an account. Closed accounts are not found by anything here. Everything that writes needs an open unit of work. */
@Injectable()
export class UsersService {
  constructor(
    private readonly wallet: WalletService,
    private readonly audit: AuditService,
    private readonly roles: StaffRolesService,
    private readonly uow: UnitOfWork,
  ) {}

  findById(id: number): Promise<UserAccount | null> {
    return this.findOpen({ id });
  }

  /** @param email in any case. */
  findByEmail(email: string): Promise<UserAccount | null> {
    return this.findOpen({ email });
  }

  findByGoogleSubject(googleSubject: string): Promise<UserAccount | null> {
    return this.findOpen({ googleSubject });
  }

  /** Excludes users that are not active and must not be mailed. */
  findActiveByIds(ids: readonly number[]): Promise<UserAccount[]> {
    return this.uow.manager.find(User, {
      select: ACCOUNT_COLUMNS,
      where: { id: Any(ids), status: 'active', closedAt: IsNull() },
      order: { id: 'ASC' },
    });
  }

  /** As `findActiveByIds`, with FOR KEY SHARE: none of them is closed before the open unit of work ends. */
  lockActiveByIds(ids: readonly number[]): Promise<UserAccount[]> {
    return this.uow.requireTransaction().find(User, {
      select: ACCOUNT_COLUMNS,
      where: { id: Any(ids), status: 'active', closedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
  }

  /** Holds the user's row (FOR UPDATE) until the open unit of work ends. */
  lock(id: number): Promise<UserAccount | null> {
    return this.lockOpen(id, 'pessimistic_write');
  }

  /**
   * Locks the account FOR SHARE until the unit of work ends. Take it before the wallet lock: a
   * purchase holds the wallet while it inserts rows that reference the account.
   */
  lockShared(id: number): Promise<UserAccount | null> {
    return this.lockOpen(id, 'pessimistic_read');
  }

  async getOwnAccount(actor: Actor): Promise<UserWithBalance> {
    const user = await this.findById(actor.userId);
    if (!user) throw userNotFound();
    return this.withBalance(user);
  }

  async withBalance(user: UserAccount): Promise<UserWithBalance> {
    const team = await this.findTeam(user);
    const payerId = team && !team.isPaused ? team.ownerId : user.id;
    const balance = await this.wallet.getBalance(payerId);
    const staffRole = await this.roles.findOf(user);
    return { user, team, balance, ...(staffRole && { staffRole }) };
  }

  /** The team in which the user acts for its owner; null for staff and for one who acts for the own account. */
  async findTeam({ id, role }: Pick<UserAccount, 'id' | 'role'>): Promise<Membership | null> {
    if (role !== 'user') return null;
    const { rows } = await this.uow.execute<Membership>(FIND_MEMBERSHIP, [id]);
    return rows[0] ?? null;
  }

  async create(user: NewUser): Promise<UserAccount> {
    const manager = this.uow.requireTransaction();
    const account = manager.create(User, {
      phone: null,
      firstPasswordExpiresAt: null,
      googleSubject: null,
      emailVerifiedAt: null,
      reviewSince: null,
      staffRoleId: null,
      ...user,
    });
    const { identifiers } = await manager
      .createQueryBuilder()
      .insert()
      .into(User)
      .values(account)
      // Without columns to update, it is ON CONFLICT (email) DO NOTHING: other conflicts are errors.
      .orUpdate([], ['email'])
      .execute();
    if (!identifiers[0]) throw emailTaken();
    return account;
  }

  /** Changes the actor's name, which is trimmed and not empty by now. */
  async rename(actor: Actor, name: string): Promise<UserWithBalance> {
    await this.uow.run(async () => {
      const user = await this.lock(actor.userId);
      if (!user) throw userNotFound();
      if (user.name === name) return;
      await this.update(user.id, { name });
      await this.audit.record(actor, {
        action: 'user.renamed',
        target: `user:${user.id}`,
        details: 'Changed their name',
        before: { name: user.name },
        after: { name },
      });
    });
    return this.getOwnAccount(actor);
  }

  /** Stores an address that its owner has confirmed. @param email in lower case. */
  async changeEmail(id: number, email: string): Promise<void> {
    try {
      await this.uow
        .requireTransaction()
        .update(User, { id, closedAt: IsNull() }, { email, emailVerifiedAt: () => 'now()' });
    } catch (error) {
      if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
      throw error;
    }
  }

  /** Stores the password that the owner chose. */
  setPasswordHash(id: number, passwordHash: string | null): Promise<void> {
    return this.update(id, { passwordHash, firstPasswordExpiresAt: null });
  }

  /**
   * Compare-and-set, outside a unit of work: stores a costlier hash of the same password unless it has changed meanwhile.
   * The account counts as unchanged, so `updated_at` stays.
   * @returns whether it was stored.
   */
  async upgradePasswordHash(id: number, from: string, to: string): Promise<boolean> {
    const { affected } = await this.uow.manager.update(
      User,
      { id, passwordHash: from },
      { passwordHash: to, updatedAt: () => 'updated_at' },
    );
    return affected === 1;
  }

  /**
   * Notes that the user reads mail at `email`; nothing happens when the address is another by now.
   * @returns whether it was unproven until now.
   */
  async markVerified(id: number, email: string): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        User,
        { id, email, emailVerifiedAt: IsNull(), closedAt: IsNull() },
        { emailVerifiedAt: () => 'now()' },
      );
    return affected === 1;
  }

  /**
   * After a reset of the password: pauses what others may have left in a customer's account until its owner has decided about it.
   * A request that was under way may still add to it for a moment.
   * @returns whether there is anything.
   */
  async beginReview(id: number): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown[], number]>(
      `UPDATE users SET review_since = now() + interval '1 minute' WHERE id = $1 AND role = 'user'
         AND EXISTS (SELECT FROM security_review_item i WHERE i.user_id = $1)`,
      [id],
    );
    return updated === 1;
  }

  endReview(id: number): Promise<void> {
    return this.update(id, { reviewSince: null });
  }

  unlinkGoogle(id: number): Promise<void> {
    return this.update(id, { googleSubject: null });
  }

  /** @param googleSubject Google's `sub`. */
  linkGoogle(id: number, googleSubject: string): Promise<void> {
    return this.update(id, { googleSubject });
  }

  private async update(
    id: number,
    fields: Partial<
      Pick<
        User,
        'name' | 'passwordHash' | 'firstPasswordExpiresAt' | 'reviewSince' | 'googleSubject'
      >
    >,
  ): Promise<void> {
    await this.uow.requireTransaction().update(User, { id }, fields);
  }

  private findOpen(where: FindOptionsWhere<User>): Promise<UserAccount | null> {
    return this.uow.manager.findOne(User, {
      select: ACCOUNT_COLUMNS,
      where: { ...where, closedAt: IsNull() },
    });
  }

  private lockOpen(
    id: number,
    mode: 'pessimistic_read' | 'pessimistic_write',
  ): Promise<UserAccount | null> {
    return this.uow.requireTransaction().findOne(User, {
      select: ACCOUNT_COLUMNS,
      where: { id, closedAt: IsNull() },
      lock: { mode },
    });
  }
}
