import { Injectable } from '@nestjs/common';
import { Any, IsNull, type FindOptionsSelect, type FindOptionsWhere } from 'typeorm';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import { User } from './user.entity';
import type { Membership, NewUser, UserAccount } from './user-account';

const ACCOUNT_COLUMNS = {
  id: true,
  name: true,
  email: true,
  phone: true,
  passwordHash: true,
  firstPasswordExpiresAt: true,
  googleSubject: true,
  role: true,
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

/** Excludes closed accounts: only their ledger entries remain in use. */
@Injectable()
export class UsersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findOpenById(id: number): Promise<UserAccount | null> {
    return this.findOpen({ id });
  }

  /** Excludes accounts that are not allowed to log in. */
  findActiveByIds(ids: readonly number[]): Promise<UserAccount[]> {
    return this.uow.manager.find(User, {
      select: ACCOUNT_COLUMNS,
      where: { id: Any(ids), status: 'active', closedAt: IsNull() },
      order: { id: 'ASC' },
    });
  }

  /** As `findActiveByIds`, with FOR KEY SHARE, which waits for a closure and nothing else. */
  lockActiveByIds(ids: readonly number[]): Promise<UserAccount[]> {
    return this.uow.requireTransaction().find(User, {
      select: ACCOUNT_COLUMNS,
      where: { id: Any(ids), status: 'active', closedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
  }

  findOpenByEmail(email: string): Promise<UserAccount | null> {
    return this.findOpen({ email });
  }

  findOpenByGoogleSubject(googleSubject: string): Promise<UserAccount | null> {
    return this.findOpen({ googleSubject });
  }

  /** Locks the row (FOR UPDATE) until the transaction ends. */
  lockOpen(id: number): Promise<UserAccount | null> {
    return this.lock(id, 'pessimistic_write');
  }

  /** Locks the row FOR SHARE: concurrent readers and inserts of referencing rows do not wait. */
  lockSharedOpen(id: number): Promise<UserAccount | null> {
    return this.lock(id, 'pessimistic_read');
  }

  /** The team of which the user is a member. */
  async findMembership(id: number): Promise<Membership | null> {
    const { rows } = await this.uow.execute<Membership>(FIND_MEMBERSHIP, [id]);
    return rows[0] ?? null;
  }

  /** @returns null when the email address is taken. */
  async insert(user: NewUser): Promise<UserAccount | null> {
    const manager = this.uow.requireTransaction();
    const account = manager.create(User, {
      phone: null,
      firstPasswordExpiresAt: null,
      googleSubject: null,
      emailVerifiedAt: null,
      reviewSince: null,
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
    return identifiers[0] ? account : null;
  }

  async rename(id: number, name: string): Promise<void> {
    await this.uow.requireTransaction().update(User, { id }, { name });
  }

  /** The address counts as verified. */
  async changeEmail(id: number, email: string): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(User, { id, closedAt: IsNull() }, { email, emailVerifiedAt: () => 'now()' });
  }

  async storePasswordHash(id: number, passwordHash: string | null): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(User, { id }, { passwordHash, firstPasswordExpiresAt: null });
  }

  /**
   * Compare-and-set: stores a costlier hash of the same password unless it has changed meanwhile. The
   * account counts as unchanged, so `updated_at` stays.
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

  /** @returns whether the address was unverified before. */
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
   * Pauses what others may have left in a customer's account, if there is something. A request that was under way may still add
   * to it for a moment.
   * @returns whether there is.
   */
  async beginReview(id: number): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown[], number]>(
      `UPDATE users SET review_since = now() + interval '1 minute' WHERE id = $1 AND role = 'user'
         AND EXISTS (SELECT FROM security_review_item i WHERE i.user_id = $1)`,
      [id],
    );
    return updated === 1;
  }

  async endReview(id: number): Promise<void> {
    await this.uow.requireTransaction().update(User, { id }, { reviewSince: null });
  }

  async unlinkGoogle(id: number): Promise<void> {
    await this.uow.requireTransaction().update(User, { id }, { googleSubject: null });
  }

  async linkGoogle(id: number, googleSubject: string): Promise<void> {
    await this.uow.requireTransaction().update(User, { id }, { googleSubject });
  }

  private findOpen(where: FindOptionsWhere<User>): Promise<UserAccount | null> {
    return this.uow.manager.findOne(User, {
      select: ACCOUNT_COLUMNS,
      where: { ...where, closedAt: IsNull() },
    });
  }

  private lock(
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
