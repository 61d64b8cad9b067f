import { Injectable } from '@nestjs/common';
import { HOUR } from '../common/time/clock';
import { isUniqueViolation } from '../database/pg-errors';
import { UserAdministrationRepository, type AccountFields } from './user-administration.repository';
import { approverTooNew, emailTaken } from './users.errors';

/**
 * How long somebody has to be an admin before their approval counts, so that an account made for the purpose does not
 * serve as the second person. For as long an admin who was removed still counts as the second one.
 */
export const APPROVER_AGE_HOURS = 24;

/** What staff do to accounts. Everything that writes needs an open unit of work. */
@Injectable()
export class UserAdministrationService {
  constructor(private readonly repository: UserAdministrationRepository) {}

  /** Serializes changes of admins until the unit of work ends. */
  lockAdmins(): Promise<void> {
    return this.repository.lockAdmins();
  }

  /** Ids of the admins that can log in. */
  findActiveAdminIds(): Promise<number[]> {
    return this.repository.findActiveAdminIds();
  }

  /** @throws DomainError forbidden APPROVER_TOO_NEW for somebody who has not been an admin long enough to approve. */
  async assertCanApprove(userId: number): Promise<void> {
    const term = await this.repository.findAdminTerm(userId);
    const age = APPROVER_AGE_HOURS * HOUR;
    if (!term) throw approverTooNew(null);
    if (term.ageMs < age) throw approverTooNew(new Date(term.since.getTime() + age));
  }

  /** Whether somebody else is there, or was until lately, whose approval counts. */
  hasSecondAdmin(userId: number): Promise<boolean> {
    return this.repository.hasOtherAdmin(userId, APPROVER_AGE_HOURS * HOUR);
  }

  /** Whether any admin exists, able to log in or not. */
  hasAdmin(): Promise<boolean> {
    return this.repository.hasAdmin();
  }

  /**
   * Creates an active, verified admin.
   * @param email in lower case.
   * @returns its id, or null when the email address is taken.
   */
  createAdmin(email: string, passwordHash: string): Promise<number | null> {
    return this.repository.insertAdmin(email, passwordHash);
  }

  /**
   * Locks the open account with this email until the unit of work ends.
   * @param email in any case. @returns its id, or null when there is none.
   */
  lockByEmail(email: string): Promise<number | null> {
    return this.repository.lockByEmail(email);
  }

  /** @throws DomainError invalid with errors.email when the address is taken. */
  async change(userId: number, fields: AccountFields): Promise<void> {
    try {
      await this.repository.change(userId, fields);
    } catch (error) {
      if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
      throw error;
    }
  }

  /** Of an account whose password is still the one that staff gave. */
  restartFirstPassword(userId: number, expiresAt: Date): Promise<void> {
    return this.repository.setFirstPasswordExpiry(userId, expiresAt);
  }

  /** Makes an account anonymous for good. Its rows in the books and the audit stay. */
  close(userId: number): Promise<void> {
    return this.repository.anonymise(userId);
  }
}
