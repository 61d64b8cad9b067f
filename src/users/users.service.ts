import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/security/actor';
import { isUniqueViolation } from '../database/pg-errors';
import { UnitOfWork } from '../database/unit-of-work';
import { emailTaken, userNotFound } from './users.errors';
import { UsersRepository } from './users.repository';
import type { Membership, NewUser, UserAccount, UserWithBalance } from './users.types';
import { WalletService } from '../wallet/wallet.service';

/** Who has an account. Closed accounts are not found by anything here. */
@Injectable()
export class UsersService {
  constructor(
    private readonly repository: UsersRepository,
    private readonly wallet: WalletService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  findById(id: number): Promise<UserAccount | null> {
    return this.repository.findOpenById(id);
  }

  /** Excludes users that are not active and must not be mailed. */
  findActiveByIds(ids: readonly number[]): Promise<UserAccount[]> {
    return this.repository.findActiveByIds(ids);
  }

  /** As `findActiveByIds`; none of them is closed before the open unit of work ends. */
  lockActiveByIds(ids: readonly number[]): Promise<UserAccount[]> {
    return this.repository.lockActiveByIds(ids);
  }

  /** @param email in any case. */
  findByEmail(email: string): Promise<UserAccount | null> {
    return this.repository.findOpenByEmail(email);
  }

  findByGoogleSubject(subject: string): Promise<UserAccount | null> {
    return this.repository.findOpenByGoogleSubject(subject);
  }

  /** Holds the user's row until the open unit of work ends. */
  lock(id: number): Promise<UserAccount | null> {
    return this.repository.lockOpen(id);
  }

  /**
   * Locks the account FOR SHARE until the unit of work ends. Take it before the wallet lock: a
   * purchase holds the wallet while it inserts rows that reference the account.
   */
  lockShared(id: number): Promise<UserAccount | null> {
    return this.repository.lockSharedOpen(id);
  }

  /** The actor's own account. @throws DomainError not_found when it was closed meanwhile. */
  async getOwnAccount(actor: Actor): Promise<UserWithBalance> {
    const user = await this.repository.findOpenById(actor.userId);
    if (!user) throw userNotFound();
    return this.withBalance(user);
  }

  async withBalance(user: UserAccount): Promise<UserWithBalance> {
    const team = await this.findTeam(user);
    const payerId = team && !team.isPaused ? team.ownerId : user.id;
    return { user, team, balance: await this.wallet.getBalance(payerId) };
  }

  /** The team in which the user acts for its owner; null for staff and for one who acts for the own account. */
  async findTeam({ id, role }: Pick<UserAccount, 'id' | 'role'>): Promise<Membership | null> {
    return role === 'user' ? this.repository.findMembership(id) : null;
  }

  /**
   * Adds a user; needs an open unit of work.
   * @throws DomainError invalid with errors.email when the address is taken.
   */
  async create(user: NewUser): Promise<UserAccount> {
    const created = await this.repository.insert(user);
    if (!created) throw emailTaken();
    return created;
  }

  /** Changes the actor's name, which is trimmed and not empty by now. */
  async rename(actor: Actor, name: string): Promise<UserWithBalance> {
    await this.uow.run(async () => {
      const user = await this.repository.lockOpen(actor.userId);
      if (!user) throw userNotFound();
      if (user.name === name) return;
      await this.repository.rename(user.id, name);
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

  /**
   * Stores an address that its owner has confirmed; needs an open unit of work, which a refusal ends.
   * @param email in lower case. @throws DomainError invalid with errors.email when it is taken.
   */
  async changeEmail(userId: number, email: string): Promise<void> {
    try {
      await this.repository.changeEmail(userId, email);
    } catch (error) {
      if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
      throw error;
    }
  }

  /** Stores the password that the owner chose; needs an open unit of work. */
  setPasswordHash(userId: number, hash: string | null): Promise<void> {
    return this.repository.storePasswordHash(userId, hash);
  }

  /** Stores the same password under new parameters; a change made meanwhile wins. @returns whether it was stored. */
  upgradePasswordHash(userId: number, from: string, to: string): Promise<boolean> {
    return this.repository.upgradePasswordHash(userId, from, to);
  }

  /**
   * Notes that the user reads mail at `email`; nothing happens when the address is another by now.
   * Needs an open unit of work.
   * @returns whether it was unproven until now.
   */
  markVerified(userId: number, email: string): Promise<boolean> {
    return this.repository.markVerified(userId, email);
  }

  /**
   * After a reset of the password: pauses what others may have left in the account until its owner has decided about it. Needs an
   * open unit of work.
   * @returns whether there is anything.
   */
  beginReview(userId: number): Promise<boolean> {
    return this.repository.beginReview(userId);
  }

  /** Needs an open unit of work. */
  endReview(userId: number): Promise<void> {
    return this.repository.endReview(userId);
  }

  /** Needs an open unit of work. */
  unlinkGoogle(userId: number): Promise<void> {
    return this.repository.unlinkGoogle(userId);
  }

  /** Needs an open unit of work. @param subject Google's `sub`. */
  linkGoogle(userId: number, subject: string): Promise<void> {
    return this.repository.linkGoogle(userId, subject);
  }
}
