import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { SettingsService } from '../../settings/settings.service';
import { receiptNotFound } from '../wallet.errors';
import { renderReceiptPdf } from './receipt-pdf';
import { ReceiptRepository } from './receipt.repository';
import type { ReceiptFile } from './receipt.types';

/** Generates receipts of completed transactions. */
@Injectable()
export class TransactionReceiptService {
  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
    private readonly repository: ReceiptRepository,
  ) {}

  /** @throws DomainError not_found unless the transaction is the actor's own and successful. */
  generate({ userId, name, email }: Actor, transactionId: number): Promise<ReceiptFile> {
    return this.generateFor({ userId, name, email }, transactionId);
  }

  /** For staff. @throws DomainError not_found unless the transaction is the customer's and successful. */
  async generateFor(
    { userId, name, email }: Pick<Actor, 'userId' | 'name' | 'email'>,
    transactionId: number,
  ): Promise<ReceiptFile> {
    const line = await this.repository.findOwned(userId, transactionId);
    if (!line) throw receiptNotFound();
    const { siteName } = await this.settings.current();
    const content = await renderReceiptPdf({
      ...line,
      siteName,
      siteUrl: this.config.http.appUrl,
      supportEmail: this.config.support.email,
      customer: { name, email },
      issuedAt: this.clock.now(),
    });
    // The reference is client input and becomes part of a header.
    return { name: `receipt-${line.reference.replace(/[^\w.-]+/g, '-')}.pdf`, content };
  }
}
