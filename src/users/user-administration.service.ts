import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../database/pg-errors';
import type { UnitOfWork } from '../database/unit-of-work';
import { UserAdministrationRepository, type AccountFields } from './user-administration.repository';
import { emailTaken } from './users.errors';

/** What staff do to accounts. Everything that writes needs an open unit of work. */
@Injectable()
export class UserAdministrationService {
  constructor(private readonly repository: UserAdministrationRepository) {}

  /** For commands and seeds, which run without a Nest container. */
  static forUnitOfWork(uow: UnitOfWork): UserAdministrationService {
    return new UserAdministrationService(new UserAdministrationRepository(uow));
  }

  /** Serializes changes of admins until the unit of work ends. */
  lockAdmins(): Promise<void> {
    return this.repository.lockAdmins();
  }

  /** Ids of the admins that can log in. */
  findActiveAdminIds(): Promise<number[]> {
    return this.repository.findActiveAdminIds();
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

  /** Makes an account anonymous for good. Its rows in the books and the audit stay. */
  close(userId: number): Promise<void> {
    return this.repository.anonymise(userId);
  }
}
