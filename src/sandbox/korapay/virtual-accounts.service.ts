import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { randomUUID } from 'node:crypto';
import { Money } from '../../common/money/money';
import { AppConfig } from '../../config/app-config';
import type { FieldErrors } from './charge-request';
import { feeFor } from './charge-views';
import { ChargesService } from './charges.service';
import { SandboxCharge, type SimulatedResponse } from './korapay.entity';
import { FaultInjectionRepository } from './fault-injection';
import { applyFault, invalid, refusal, success } from './korapay-responses';
import { WebhookSender } from './webhook-sender';

export interface VirtualAccount {
  readonly reference: string;
  readonly number: string;
  readonly name: string;
  readonly bankCode: string;
  readonly customer: { readonly name: string; readonly email: string };
  readonly secretKey: string;
  readonly createdAt: Date;
}

const COLUMNS = `reference, number::text AS number, name, bank_code AS "bankCode", customer,
  secret_key AS "secretKey", created_at AS "createdAt"`;

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
    private readonly faults: FaultInjectionRepository,
    private readonly sender: WebhookSender,
  ) {}

  async open(secretKey: string, body: unknown): Promise<SimulatedResponse> {
    const read = readRequest(body);
    const fault = await this.faults.take('open-account', '');
    if (fault && !fault.accept && fault.data === undefined)
      return applyFault(fault, refusal(503, 'unavailable'));
    if ('errors' in read) return applyFault(fault, invalid(read.errors));
    const { identity, ...account } = read.account;
    if (identity === UNKNOWN_IDENTITY)
      return refusal(400, `We could not verify the BVN ${identity} with this name`);
    const [opened] = await this.uow.manager.query<VirtualAccount[]>(
      `INSERT INTO sandbox.virtual_account (reference, name, bank_code, customer, secret_key)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (reference) DO NOTHING RETURNING ${COLUMNS}`,
      [
        account.reference,
        account.name,
        account.bankCode,
        JSON.stringify(account.customer),
        secretKey,
      ],
    );
    if (!opened) return refusal(409, 'account reference already exists');
    return applyFault(fault, success('Virtual bank account created successfully', toView(opened)));
  }

  async find(reference: string): Promise<SimulatedResponse> {
    const fault = await this.faults.take('find-account', reference);
    const account = await this.findAccount('reference', reference);
    return applyFault(
      fault,
      account
        ? success('Virtual bank account retrieved successfully', toView(account))
        : refusal(404, 'Virtual bank account not found'),
    );
  }

  async listTransfers(number: string): Promise<SimulatedResponse> {
    const fault = await this.faults.take('transfers', number);
    const account = await this.findAccount('number', number);
    if (!account) return applyFault(fault, refusal(404, 'Virtual bank account not found'));
    const transfers = await this.uow.manager.find(SandboxCharge, {
      where: { accountReference: account.reference },
      order: { pointer: 'DESC' },
      take: 100,
    });
    return applyFault(
      fault,
      success('Virtual bank account transactions retrieved successfully', {
        account_number: number,
        currency: 'NGN',
        transactions: transfers.map(({ reference, status, amount, fee }) => ({
          ...{ reference, status, currency: 'NGN', amount: amount.toDecimalString() },
          fee: (fee ?? Money.zero).toDecimalString(),
        })),
      }),
    );
  }

  /** As a bank that transfers to the account: the charge and its notification. */
  async credit(secretKey: string, body: unknown): Promise<SimulatedResponse> {
    const { account_number: number, amount: given } = Object(body) as Record<string, unknown>;
    const amount = Money.parseDecimal(given);
    if (!amount || amount.isLessThan(SMALLEST) || LARGEST.isLessThan(amount))
      return invalid({ amount: { message: 'amount must be from 100 to 10000000' } });
    const account = await this.findAccount('number', String(number));
    if (!account) return refusal(404, 'Virtual bank account not found');
    const charge = await this.uow.run(() => this.pay(account, amount, secretKey));
    return success('Virtual bank account credited', { reference: charge.reference });
  }

  private async findAccount(
    column: 'reference' | 'number',
    value: string,
  ): Promise<VirtualAccount | null> {
    const [row] = await this.uow.manager.query<VirtualAccount[]>(
      `SELECT ${COLUMNS} FROM sandbox.virtual_account WHERE ${column}::text = $1`,
      [value],
    );
    return row ?? null;
  }

  private async pay(
    account: VirtualAccount,
    amount: Money,
    secretKey: string,
  ): Promise<SandboxCharge> {
    const reference = `KPY-PAY-${randomUUID().replaceAll('-', '').slice(0, 20)}`;
    const id = await this.charges.insert({
      ...{ reference, amount, secretKey, currency: 'NGN', merchantBearsCost: true },
      ...{ customer: account.customer, metadata: {}, narration: 'Transfer', redirectUrl: null },
      notificationUrl: `${this.config.localApiUrl}/api/v1/payments/webhook/korapay`,
      accountReference: account.reference,
    });
    const fee = feeFor(amount);
    await this.charges.finish(id!, 'success', { fee, paid: amount, method: 'bank_transfer' });
    const charge = (await this.charges.findById(id!))!;
    await this.sender.announce(charge);
    return charge;
  }
}

const toView = (account: VirtualAccount): Record<string, unknown> => ({
  account_name: account.name,
  account_number: account.number,
  bank_code: account.bankCode,
  bank_name: 'Test Bank',
  account_reference: account.reference,
  unique_id: `KPY-VA-${account.number}`,
  account_status: 'active',
  currency: 'NGN',
  created_at: account.createdAt,
  customer: account.customer,
});

interface ReadAccount extends Omit<VirtualAccount, 'number' | 'createdAt' | 'secretKey'> {
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
      bankCode: TEST_BANK,
      customer: { name: text(customer.name), email: text(customer.email) },
    },
  };
}
