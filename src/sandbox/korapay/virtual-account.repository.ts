import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

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

/** SQL: the table is the simulator's own, and the database gives the numbers. */
@Injectable()
export class VirtualAccountRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns null when the reference exists. */
  async insert(
    account: Omit<VirtualAccount, 'number' | 'createdAt'>,
  ): Promise<VirtualAccount | null> {
    const [row] = await this.uow.manager.query<VirtualAccount[]>(
      `INSERT INTO sandbox.virtual_account (reference, name, bank_code, customer, secret_key)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (reference) DO NOTHING RETURNING ${COLUMNS}`,
      [
        account.reference,
        account.name,
        account.bankCode,
        JSON.stringify(account.customer),
        account.secretKey,
      ],
    );
    return row ?? null;
  }

  findByReference(reference: string): Promise<VirtualAccount | null> {
    return this.findOne('reference = $1', reference);
  }

  findByNumber(number: string): Promise<VirtualAccount | null> {
    return this.findOne('number::text = $1', number);
  }

  private async findOne(condition: string, value: string): Promise<VirtualAccount | null> {
    const [row] = await this.uow.manager.query<VirtualAccount[]>(
      `SELECT ${COLUMNS} FROM sandbox.virtual_account WHERE ${condition}`,
      [value],
    );
    return row ?? null;
  }
}
