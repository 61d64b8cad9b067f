import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../../common/http/pagination.dto';
import { UsersService } from '../../users/users.service';
import { userNotFound } from './admin-users.errors';
import type { PaymentRow, PurchaseRow, WalletRow } from './admin-users.types';
import { UserHistoryQueries } from './user-history.queries';

interface Search {
  readonly search?: string;
}

/** Purchases, payments and wallet movements of a user. Every method throws DomainError not_found for an unknown user. */
@Injectable()
export class UserHistoryService {
  constructor(
    private readonly users: UsersService,
    private readonly queries: UserHistoryQueries,
  ) {}

  async purchases(userId: number, { search }: Search, page: Page): Promise<Paged<PurchaseRow>> {
    await this.mustExist(userId);
    return { ...(await this.queries.purchases(userId, search, page)), page };
  }

  async payments(userId: number, { search }: Search, page: Page): Promise<Paged<PaymentRow>> {
    await this.mustExist(userId);
    return { ...(await this.queries.payments(userId, search, page)), page };
  }

  async wallet(userId: number, { search }: Search, page: Page): Promise<Paged<WalletRow>> {
    await this.mustExist(userId);
    return { ...(await this.queries.wallet(userId, search, page)), page };
  }

  private async mustExist(userId: number): Promise<void> {
    if (!(await this.users.findById(userId))) throw userNotFound();
  }
}
