import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { AuditService } from '../audit/audit.service';
import { ApiKeysService } from '../auth/api-keys/api-keys.service';
import { SessionsService } from '../auth/sessions/sessions.service';
import { TwoFactorService } from '../auth/two-factor/two-factor.service';
import type { DomainError } from '../common/errors/domain-error';
import { Money } from '../common/money/money';
import type { Actor, SessionActor } from '../common/security/actor';
import { InboxService } from '../notifications/inbox/inbox.service';
import { NairaAccountsService } from '../payments/naira-accounts/naira-accounts.service';
import { AllowedAddressesService } from '../proxies/allowed-addresses/allowed-addresses.service';
import { ListTokenRevocationService } from '../proxies/connection-lists/list-token-revocation.service';
import { ProxySettingsService } from '../proxies/proxy-settings.service';
import { AddressReplacementService } from '../proxies/stock-replacement/address-replacement.service';
import { SubUsersService } from '../proxies/sub-users/sub-users.service';
import { UsageTargetsService } from '../proxies/usage/usage-targets.service';
import { ProxyLifecycleService } from '../proxies/proxy-lifecycle.service';
import { PromotionsService } from '../referrals/promotions.service';
import { TeamService } from './team/team.service';
import { TicketsService } from '../tickets/tickets.service';
import { UserAdministrationService } from '../users/user-administration.service';
import type { UserAccount } from '../users/users.types';
import { InvoiceService } from '../wallet/invoices/invoice.service';
import { WalletService } from '../wallet/wallet.service';
import { WebhooksService } from '../webhooks/webhooks.service';
import { refuse } from '../auth/auth.errors';
import { AppConfig } from '../config/app-config';
import { MailService } from '../mail/mail.service';
import { UserNotesService } from '../users/user-notes.service';
import { UsersService } from '../users/users.service';
import { onlyCustomersDelete, refuseAccount, topupUnderReview } from './account.errors';

/** Why an account cannot be closed: money in the wallet, a receivable, or a payment under way. */
export type ClosureObstacle = 'balance' | 'debt' | 'work';

const CODES = {
  balance: 'BALANCE_NOT_ZERO',
  debt: 'MONEY_OWED',
  work: 'WORK_IN_PROGRESS',
} as const satisfies Record<ClosureObstacle, string>;

/** Closes accounts: erases personal data and keeps the ledger. */
@Injectable()
export class AccountClosureService {
  constructor(
    private readonly users: UsersService,
    private readonly accounts: UserAdministrationService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly twoFactor: TwoFactorService,
    private readonly wallet: WalletService,
    private readonly proxies: ProxyLifecycleService,
    private readonly webhooks: WebhooksService,
    private readonly addresses: AllowedAddressesService,
    private readonly proxySettings: ProxySettingsService,
    private readonly listTokens: ListTokenRevocationService,
    private readonly nairaAccounts: NairaAccountsService,
    private readonly inbox: InboxService,
    private readonly subUsers: SubUsersService,
    private readonly replacements: AddressReplacementService,
    private readonly usageTargets: UsageTargetsService,
    private readonly invoices: InvoiceService,
    private readonly tickets: TicketsService,
    private readonly team: TeamService,
    private readonly promotions: PromotionsService,
    private readonly notes: UserNotesService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
  ) {}

  /** A customer deletes the own account. */
  async deleteOwn(actor: SessionActor): Promise<void> {
    this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw refuse('UNAUTHENTICATED');
      if (user.role !== 'user') throw onlyCustomersDelete();
      const obstacle = await this.findObstacle(user.id);
      if (obstacle === 'work') throw await this.explainWork(user.id);
      if (obstacle) throw refuseAccount(CODES[obstacle]);
      await this.sendFarewell(user.email, user.name);
      await this.close(actor, user);
    });
  }

  /** Payments first: one that settles meanwhile is seen by the balance, which stays locked. */
  async findObstacle(userId: number): Promise<ClosureObstacle | null> {
    if (await this.hasWorkInProgress(userId)) return 'work';
    if (!(await this.wallet.lockBalance(userId)).isZero) return 'balance';
    return (await this.wallet.getReceivableBalance(userId)).isZero ? null : 'debt';
  }

  /** Whether money of this user is still on its way. */
  async hasWorkInProgress(userId: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<[{ busy: boolean }]>(
      `SELECT EXISTS (SELECT FROM payment WHERE user_id = $1 AND (status = 'review'
                OR (status IN ('created', 'pending') AND expires_at > now()))) AS busy`,
      [userId],
    );
    return row.busy;
  }

  /** Cancelling helps against a top-up that is not paid, and against none that is under review. */
  private async explainWork(userId: number): Promise<DomainError> {
    const [review] = await this.uow.manager.query<
      { reference: string; asked: string; received: string | null }[]
    >(
      `SELECT reference, amount_kobo AS asked, received_kobo AS received
       FROM payment WHERE user_id = $1 AND status = 'review' LIMIT 1`,
      [userId],
    );
    const toMoney = (kobo: string) => Money.kobo(BigInt(kobo));
    return review
      ? topupUnderReview(
          review.reference,
          toMoney(review.asked),
          review.received === null ? null : toMoney(review.received),
        )
      : refuseAccount('WORK_IN_PROGRESS');
  }

  /** Ends sessions, keys, webhooks and proxies, and makes the account anonymous. Needs an open unit of work with the user locked, and `findObstacle` before. */
  async close(actor: Actor, { id, email, role, status }: UserAccount): Promise<void> {
    await this.promotions.accountClosing(id);
    await this.accounts.close(id);
    await this.sessions.revokeAll(id);
    await this.apiKeys.erase(id);
    await this.webhooks.removeAll(id);
    await this.twoFactor.delete(id);
    await this.addresses.removeAll(id);
    await this.proxySettings.removeLabels(id);
    await this.listTokens.removeAll(id);
    await this.nairaAccounts.close(id);
    await this.inbox.removeAll(id);
    await this.subUsers.removeAll(id);
    await this.replacements.eraseDetails(id);
    await this.usageTargets.removeAll(id);
    await this.invoices.removeBillingDetails(id);
    await this.tickets.removeAll(id);
    await this.team.removeAll({ id, email });
    await this.notes.removeAll(id);
    await this.mail.eraseContents(email);
    await this.audit.record(actor, {
      action: 'user.closed',
      target: `user:${id}`,
      details: `Closed the account of user ${id}`,
      before: { role, status },
    });
    await this.proxies.suspendAccount(actor, id);
  }

  private sendFarewell(email: string, name: string): Promise<void> {
    return this.mail.enqueueTemplate(email, (site) => ({
      subject: `Your ${site} account was deleted`,
      heading: 'Your account was deleted',
      paragraphs: [
        `Hello ${name},`,
        `You deleted your ${site} account. Your proxies have stopped, and nobody can sign in any more. We have erased your name and address. We keep the records of payments that the law requires, and a hash of your address that cannot be turned back into it, so that offers for new customers are used once.`,
      ],
      closing: `If this was not you, contact ${this.config.support.email} immediately.`,
    }));
  }
}
