import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { SettingsService } from '../../settings/settings.service';
import { noReceipt } from '../wallet.errors';
import { receiptPdf } from './receipt-pdf';
import { ReceiptRepository } from './receipt.repository';
import type { PaperFile } from './receipt.types';

/** Receipts for money that has moved. */
@Injectable()
export class TransactionReceiptService {
  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
    private readonly repository: ReceiptRepository,
  ) {}

  /** @throws DomainError not_found unless it is the actor's own and has succeeded. */
  async of(actor: Actor, transactionId: number): Promise<PaperFile> {
    const line = await this.repository.findOwn(actor.userId, transactionId);
    if (!line) throw noReceipt();
    const { siteName } = await this.settings.current();
    const content = await receiptPdf({
      ...line,
      siteName,
      siteUrl: this.config.http.appUrl,
      supportEmail: this.config.support.email,
      customer: { name: actor.name, email: actor.email },
      madeAt: this.clock.now(),
    });
    // References come from the outside, and this one goes into a header.
    return { name: `receipt-${line.reference.replace(/[^\w.-]+/g, '-')}.pdf`, content };
  }
}
