import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Download } from '../../common/http/api.decorators';
import { MAX_ID } from '../../common/http/request.pipes';
import type { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { receiptNotFound } from '../wallet.errors';
import { RECEIPT_PURPOSES, type ReceiptPurpose } from '../wallet.types';
import { renderReceiptPdf } from './receipt-pdf';
import { WalletTransaction } from './wallet-transaction.entity';

/** Contents of a receipt. */
export interface Receipt {
  readonly reference: string;
  readonly purpose: ReceiptPurpose;
  readonly description: string;
  readonly amount: Money;
  readonly paymentMethod: string | null;
  readonly paidAt: Date;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly supportEmail: string;
  readonly customer: { readonly name: string; readonly email: string };
  readonly issuedAt: Date;
}

/** Receipts of completed transactions, as PDF. */
@Injectable()
export class TransactionReceiptService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
  ) {}

  /** @throws DomainError not_found unless the transaction is the customer's, successful and of a purpose with receipts. */
  async generate(
    { userId, name, email }: Pick<Actor, 'userId' | 'name' | 'email'>,
    id: number,
  ): Promise<Download> {
    const line = id >= 1 && id <= MAX_ID ? await this.find(userId, id) : null;
    if (!line) throw receiptNotFound();
    const { reference, description, amount, paymentMethod } = line;
    const { siteName } = await this.settings.current();
    const content = await renderReceiptPdf({
      ...{ reference, description, amount, paymentMethod },
      purpose: line.purpose as ReceiptPurpose,
      paidAt: line.processedAt ?? line.createdAt,
      siteName,
      siteUrl: this.config.http.appUrl,
      supportEmail: this.config.support.email,
      customer: { name, email },
      issuedAt: this.clock.now(),
    });
    // The reference is client input and becomes part of a header.
    const file = `receipt-${reference.replace(/[^\w.-]+/g, '-')}.pdf`;
    return { name: file, type: 'application/pdf', content };
  }

  private find(userId: number, id: number): Promise<WalletTransaction | null> {
    return this.uow.manager.findOneBy(WalletTransaction, {
      ...{ id, userId, status: 'successful' },
      purpose: In([...RECEIPT_PURPOSES]),
    });
  }
}
