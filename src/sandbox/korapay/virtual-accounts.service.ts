import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import type { FieldErrors } from './charge-request';
import { feeFor } from './charge-views';
import { ChargesService } from './charges.service';
import { FaultInjection } from './fault-injection';
import type { SandboxCharge } from './korapay.entity';
import { invalid, refusal, type SimulatedResponse, success } from './korapay-responses';
import { WebhookSender } from './webhook-sender';

/** As Korapay's API returns it. */
interface VirtualAccount {
  readonly account_reference: string;
  readonly account_number: string;
  readonly customer: { readonly name: string; readonly email: string };
}

const COLUMNS = `name AS account_name, number::text AS account_number, bank_code, 'Test Bank' AS bank_name,
  reference AS account_reference, 'KPY-VA-' || number AS unique_id, 'active' AS account_status,
  'NGN' AS currency, created_at, customer`;

const TEST_BANK = '000';
/** An identity that the simulated bank does not know. */
const UNKNOWN_IDENTITY = '00000000000';
const SMALLEST = Money.naira(100);
const LARGEST = Money.naira(10_000_000);

/** Account numbers of customers, and transfers to them. https://developers.korapay.com/docs/virtual-bank-accounts */
@Injectable()
export class VirtualAccountsService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly charges: ChargesService,
    private readonly faults: FaultInjection,
    private readonly sender: WebhookSender,
  ) {}

  open(secretKey: string, body: unknown): Promise<SimulatedResponse> {
    const read = readRequest(body);
    return this.faults.answerCommand('open-account', '', async () => {
      if ('errors' in read) return invalid(read.errors);
      const { reference, name, customer, identity } = read.account;
      if (identity === UNKNOWN_IDENTITY)
        return refusal(400, `We could not verify the BVN ${identity} with this name`);
      const [opened] = await this.uow.manager.query<VirtualAccount[]>(
        `INSERT INTO sandbox.virtual_account (reference, name, bank_code, customer, secret_key)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (reference) DO NOTHING RETURNING ${COLUMNS}`,
        [reference, name, TEST_BANK, JSON.stringify(customer), secretKey],
      );
      return opened
        ? success('Virtual bank account created successfully', opened)
        : refusal(409, 'account reference already exists');
    });
  }

  find(reference: string): Promise<SimulatedResponse> {
    return this.faults.answer('find-account', reference, async () => {
      const account = await this.findOne('reference = $1', reference);
      return account
        ? success('Virtual bank account retrieved successfully', account)
        : refusal(404, 'Virtual bank account not found');
    });
  }

  listTransfers(number: string): Promise<SimulatedResponse> {
    return this.faults.answer('transfers', number, async () => {
      const account = await this.findOne('number::text = $1', number);
      if (!account) return refusal(404, 'Virtual bank account not found');
      const transfers = await this.charges.listTransfers(account.account_reference);
      return success('Virtual bank account transactions retrieved successfully', {
        account_number: number,
        currency: 'NGN',
        transactions: transfers.map(({ reference, status, amount, fee }) => ({
          ...{ reference, status, currency: 'NGN', amount: amount.toDecimalString() },
          fee: (fee ?? Money.zero).toDecimalString(),
        })),
      });
    });
  }

  /** As a bank that transfers to the account: the charge and its notification. */
  async credit(secretKey: string, body: unknown): Promise<SimulatedResponse> {
    const { account_number: number, amount: given } = Object(body) as Record<string, unknown>;
    const amount = Money.parseDecimal(given);
    if (!amount || amount.isLessThan(SMALLEST) || LARGEST.isLessThan(amount))
      return invalid({ amount: { message: 'amount must be from 100 to 10000000' } });
    const account = await this.findOne('number::text = $1', String(number));
    if (!account) return refusal(404, 'Virtual bank account not found');
    const charge = await this.uow.run(() => this.pay(account, amount, secretKey));
    return success('Virtual bank account credited', { reference: charge.reference });
  }

  private async pay(
    account: VirtualAccount,
    amount: Money,
    secretKey: string,
  ): Promise<SandboxCharge> {
    const reference = `KPY-PAY-${randomUUID().replaceAll('-', '').slice(0, 20)}`;
    const id = await this.charges.insert({
      ...{ reference, amount, secretKey, merchantBearsCost: true },
      ...{ customer: account.customer, narration: 'Transfer' },
      notificationUrl: `${this.config.localApiUrl}/api/v1/payments/webhook/korapay`,
      accountReference: account.account_reference,
    });
    const fee = feeFor(amount);
    await this.charges.finish(id!, 'success', { fee, paid: amount, method: 'bank_transfer' });
    const charge = (await this.charges.findOne({ id: id! }))!;
    await this.sender.announce(charge);
    return charge;
  }

  private async findOne(condition: string, value: string): Promise<VirtualAccount | null> {
    const [row] = await this.uow.manager.query<VirtualAccount[]>(
      `SELECT ${COLUMNS} FROM sandbox.virtual_account WHERE ${condition}`,
      [value],
    );
    return row ?? null;
  }
}

interface ReadAccount extends Pick<VirtualAccount, 'customer'> {
  readonly reference: string;
  readonly name: string;
  readonly identity: string;
}

function readRequest(body: unknown): { account: ReadAccount } | { errors: FieldErrors } {
  const given = Object(body) as Record<string, unknown>;
  const errors: FieldErrors = {};
  const refuse = (field: string, rule: string) =>
    (errors[field] ??= { message: `${field} ${rule}` });
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const customer = Object(given.customer) as Record<string, unknown>;
  const { bvn, nin } = Object(given.kyc) as Record<string, unknown>;
  const identity = text(bvn ?? nin);
  if (!/^[\w-]{6,100}$/.test(text(given.account_reference)))
    refuse('account_reference', 'must have 6 to 100 letters, digits, hyphens or underscores');
  if (!text(given.account_name).trim()) refuse('account_name', 'is required');
  if (given.permanent !== true) refuse('permanent', 'must be true');
  if (given.bank_code !== TEST_BANK) refuse('bank_code', 'must be 000 in test mode');
  if (!text(customer.name).trim()) refuse('customer.name', 'is required');
  if (!/^[^\s@]+@[^\s@]+$/.test(text(customer.email)))
    refuse('customer.email', 'must be a valid email');
  if (!/^\d{11}$/.test(identity)) refuse('kyc.bvn', 'must have 11 digits');
  if (Object.keys(errors).length) return { errors };
  return {
    account: {
      ...{ reference: text(given.account_reference), name: text(given.account_name), identity },
      customer: { name: text(customer.name), email: text(customer.email) },
    },
  };
}
