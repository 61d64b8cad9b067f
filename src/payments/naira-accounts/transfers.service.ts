import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { withMessage } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { SECOND } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { isOpen, PAYMENT_LIFETIME, type Payment } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import { noNairaAccount, transfersUnknown } from '../payments.errors';
import { UNRESERVED_REFERENCE_PATTERN } from '../payments.types';
import { KorapayService } from '../korapay/korapay.service';
import type { Charge } from '../korapay/korapay.types';
import { SettlementService } from '../settlement/settlement.service';
import type { CheckedTransfersData } from './naira-accounts.dto';
import { NairaAccountsService } from './naira-accounts.service';

/** The settlement follows at once; the worker's check is for a crash between the two. */
const FIRST_CHECK_DELAY = 30 * SECOND;

/**
 * `missing`: the provider does not know the charge, perhaps not yet. `not_ours`: it is no transfer to a customer's
 * account.
 */
export type Adoption = 'adopted' | 'missing' | 'not_ours';

/**
 * Transfers to naira accounts. Each becomes a payment under the provider's reference, whose uniqueness makes it one however
 * often it is announced; the settlement then looks the charge up and credits it as it does any other.
 */
@Injectable()
export class TransfersService {
  private readonly logger = new Logger(TransfersService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly accounts: NairaAccountsService,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly provider: KorapayService,
    private readonly settlement: SettlementService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes a payment of a transfer that has none yet.
   * @param announced our reference of the account, of a signed notification or of the account's list; null: only what the
   * charge itself says.
   * @returns `adopted` when there is a payment of that reference now.
   * @throws when the provider gives no answer.
   */
  async adopt(reference: string, announced: string | null): Promise<Adoption> {
    if (await this.payments.findByReference(reference)) return 'adopted';
    // A reference that a customer can choose belongs to a checkout.
    if (UNRESERVED_REFERENCE_PATTERN.test(reference)) return 'not_ours';
    const result = await this.provider.findCharge(reference);
    if (result.outcome === 'unknown')
      throw new Error(`The card provider gave no answer about ${reference}: ${result.reason}`);
    if (result.outcome === 'missing') return 'missing';
    const { charge } = result;
    const named = charge.nairaAccount ?? announced;
    if (named === null || (announced !== null && named !== announced))
      return this.skip(charge, announced);
    const account = await this.accounts.findByReference(named);
    if (!account || !isCreditable(charge, reference)) return this.skip(charge, announced);
    await this.insert(account.userId, charge);
    return 'adopted';
  }

  /**
   * Looks for transfers that no notification told of, and credits them.
   * Refuses when there is no list, or nothing was credited and the outcome of a transfer is unknown.
   */
  async check({ userId }: Pick<Actor, 'userId'>): Promise<CheckedTransfersData> {
    const account = await this.accounts.findOwned(userId);
    if (!account?.number) throw noNairaAccount();
    const list = await this.provider.listTransfers(account.number);
    if (list.outcome === 'unknown') {
      this.logger.warn({ reason: list.reason }, 'Transfers could not be listed');
      throw transfersUnknown();
    }
    const credited = await this.payments.findCredited(list.references);
    let [count, amount, unknown] = [0, Money.zero, 0];
    for (const reference of list.references) {
      if (credited.has(reference)) continue;
      const payment = await this.credit(reference, account.reference);
      if (payment === 'unknown') unknown += 1;
      else if (payment?.status === 'successful') {
        count += 1;
        amount = amount.plus(payment.amount);
      }
    }
    if (count === 0 && unknown > 0) throw transfersUnknown();
    return withMessage(
      { credited: count, amount: amount.toNaira() },
      count > 0
        ? `${formatNaira(amount)} arrived and is in your wallet.`
        : 'No new transfer has arrived yet. Banks sometimes take a few minutes.',
    );
  }

  /**
   * Adopts and settles a listed transfer. A failure is logged, so that the check goes on with the others.
   * @returns its payment; null when it belongs to no customer; `unknown` when its charge has no final answer yet.
   */
  private async credit(reference: string, account: string): Promise<Payment | null | 'unknown'> {
    try {
      const adoption = await this.adopt(reference, account);
      if (adoption !== 'adopted') return adoption === 'missing' ? 'unknown' : null;
      const payment = await this.settlement.settle(reference);
      return payment && isOpen(payment.status) ? 'unknown' : payment;
    } catch (error) {
      this.logger.error({ err: error, reference }, 'A transfer was not credited');
      return 'unknown';
    }
  }

  private async insert(userId: number, charge: Charge): Promise<void> {
    const { reference } = charge;
    const amount = charge.amount!;
    try {
      await this.uow.run(async () => {
        const now = await this.clock.now();
        const { id: transactionId } = await this.wallet.createPending({
          ...{ userId, reference, type: 'credit', purpose: 'topup', amount },
          description: 'Bank transfer to your naira account',
        });
        const paymentId = await this.payments.insert({
          ...{ userId, transactionId, reference, amount },
          provider: this.provider.name,
          nextCheckAt: new Date(now.getTime() + FIRST_CHECK_DELAY),
          expiresAt: new Date(now.getTime() + PAYMENT_LIFETIME),
        });
        await this.audit.record('system', {
          action: 'payment.transfer_received',
          target: `payment:${paymentId}`,
          details: `A transfer of ${formatNaira(amount)} to the naira account of user ${userId} arrived: ${reference}`,
        });
      });
      crashPoint('transfer.before-settle');
    } catch (error) {
      // Another notification of the same transfer was faster.
      if (!isUniqueViolation(error)) throw error;
    }
  }

  /** The reconciliation shows staff what was paid and is nobody's. */
  private skip({ reference, nairaAccount }: Charge, announced: string | null): 'not_ours' {
    this.logger.error(
      { reference, nairaAccount, told: announced },
      'A transfer belongs to no customer',
    );
    return 'not_ours';
  }
}

const isCreditable = (charge: Charge, reference: string): boolean =>
  charge.reference === reference && charge.currency === 'NGN' && charge.amount?.isPositive === true;
