import { Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import { idempotencyKeyReused, type DomainError } from '../../common/errors/domain-error';
import { withMessage } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { dayOf } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  PromotionsService,
  toMailbox,
  type PromotionScope,
} from '../../referrals/promotions.service';
import { SettingsService } from '../../settings/settings.service';
import { WalletService } from '../../wallet/wallet.service';
import { OrderQuoteService } from '../orders/order-quote.service';
import { OrderService } from '../orders/order.service';
import {
  trialEmailRefused,
  trialLimitReached,
  trialNeedsVerifiedEmail,
  trialOff,
  trialUsed,
} from '../proxies.errors';
import { lockOwnerShared } from '../proxy.sql';
import type { OrderStatus } from '../proxy.types';
import type { ClaimedTrialData, ClaimTrialDto, TrialData } from './trial.dto';

/** People a day whose mail has the same domain. */
const PER_DOMAIN = 3;

/** Providers of mail for everybody, to which that does not apply. */
const PUBLIC_PROVIDERS = new Set([
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'icloud.com', 'me.com'],
  ...['mac.com', 'proton.me', 'protonmail.com', 'pm.me', 'fastmail.com', 'yahoo.com', 'ymail.com'],
  ...['yahoo.co.uk', 'rocketmail.com', 'aol.com', 'gmx.com', 'gmx.net', 'zoho.com', 'mail.com'],
]);

/** What a claim uses up. */
interface Claim {
  readonly scope: PromotionScope;
  readonly value: string;
  readonly limit: number;
  readonly refuse: (limit: number) => DomainError;
}

interface Verdict {
  readonly megabytes: number;
  readonly hasBought: boolean;
  /** What a claim would be refused with; null when it would not. */
  readonly refusal: DomainError | null;
  readonly claims: readonly Claim[];
}

/** Some residential traffic for nothing, once per person. */
@Injectable()
export class TrialService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: SettingsService,
    private readonly promotions: PromotionsService,
    private readonly wallet: WalletService,
    private readonly quotes: OrderQuoteService,
    private readonly orders: OrderService,
    private readonly clock: Clock,
  ) {}

  async find(actor: Actor): Promise<TrialData> {
    const { megabytes, refusal, hasBought } = await this.check(actor);
    const available = refusal === null;
    return { available, megabytes, reason: refusal?.code ?? null, has_bought: hasBought };
  }

  /**
   * Uses the trial up and delivers it in one unit of work, with the wallet locked as every order has it: of parallel claims
   * one succeeds, and none that is not committed counts.
   * @param key the Idempotency-Key of the caller.
   * @throws DomainError why there is no trial, invalid for a country that is not on sale.
   */
  claim(actor: Actor, body: ClaimTrialDto, key?: string): Promise<ClaimedTrialData> {
    const { userId } = actor;
    return this.orders.once(
      actor,
      key,
      async ({ id, status, transactionId }) => {
        if (transactionId !== null) throw idempotencyKeyReused();
        return toClaimed(id, status, await this.orders.findProxies(id));
      },
      () =>
        this.uow.run(async () => {
          await this.wallet.lockBalance(userId);
          await lockOwnerShared(this.uow, userId);
          const { megabytes, refusal, claims } = await this.check(actor);
          if (refusal) throw refusal;
          const quote = await this.quotes.quoteTrial(body, megabytes, userId);
          for (const { scope, value, limit, refuse } of claims)
            if (!(await this.promotions.useOf(scope, value, limit))) throw refuse(limit);
          const { id, proxies } = await this.orders.deliver(actor, quote, null, key);
          return toClaimed(id, 'delivered', proxies);
        }),
    );
  }

  private async check({ userId, ip }: Actor): Promise<Verdict> {
    const { trialMegabytes: megabytes } = await this.settings.current();
    const [owner] = await this.uow.manager.query<
      { email: string; isVerified: boolean; hasTrial: boolean; hasBought: boolean }[]
    >(
      `SELECT u.email, u.email_verified_at IS NOT NULL AS "isVerified",
         EXISTS (SELECT FROM proxy_order o WHERE o.user_id = u.id AND o.transaction_id IS NULL) AS "hasTrial",
         EXISTS (SELECT FROM proxy_order o WHERE o.user_id = u.id AND o.transaction_id IS NOT NULL) AS "hasBought"
       FROM users u WHERE u.id = $1`,
      [userId],
    );
    const { email, isVerified, hasTrial, hasBought } = owner!;
    const claims = toClaims(email, ip, dayOf(this.clock.now()));
    const findRefusal = async (): Promise<DomainError | null> => {
      if (megabytes === 0) return trialOff();
      if (hasTrial) return trialUsed();
      if (!isVerified) return trialNeedsVerifiedEmail();
      if (await isThrowaway(email)) return trialEmailRefused();
      for (const { scope, value, limit, refuse } of claims)
        if ((await this.promotions.countUsesOf(scope, value)) >= limit) return refuse(limit);
      return null;
    };
    return { megabytes, hasBought, refusal: await findRefusal(), claims };
  }
}

const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Always in this order, so that no two claims wait for each other. */
function toClaims(email: string, ip: string, day: string): Claim[] {
  // Also where name+a and name+b may be two people: one of them has the trial.
  const mailbox = toMailbox(email).replace(/(?<=.)\+.*(?=@)/, '');
  const domain = getDomain(mailbox);
  return [
    { scope: 'trial', value: mailbox, limit: 1, refuse: trialUsed },
    // One subscriber has a /64 of IPv6; carriers put many people behind one network of IPv4.
    { scope: 'trial-address', value: normalizeIp(ip, 64), limit: 1, refuse: trialUsed },
    ...(PUBLIC_PROVIDERS.has(domain)
      ? []
      : [
          {
            ...({ scope: `trial-domain:${day}`, value: domain } as const),
            ...{ limit: PER_DOMAIN, refuse: trialLimitReached },
          },
        ]),
  ];
}

/** The list is large, and read by who asks for a trial only. */
async function isThrowaway(email: string): Promise<boolean> {
  const { default: mailchecker } = await import('mailchecker');
  const domains = mailchecker.blacklist();
  const labels = getDomain(email.toLowerCase()).split('.');
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')));
}

const toClaimed = (
  id: number,
  status: OrderStatus,
  proxies: ClaimedTrialData['proxies'],
): ClaimedTrialData =>
  withMessage({ order_id: id, order_status: status, proxies }, 'Your free trial is ready to use.');
