import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../database/pg-errors';
import { UserAdministrationRepository, type AccountFields } from './user-administration.repository';
import { emailTaken } from './users.errors';

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
