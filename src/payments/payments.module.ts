import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import { WalletModule } from '../wallet/wallet.module';
import { KorapayAdapter } from './adapters/korapay/korapay.adapter';
import { KorapayClient } from './adapters/korapay/korapay.client';
import { KorapayLimits } from './adapters/korapay/korapay-limits';
import { PaymentSweeper } from './payment-sweeper.service';
import { PaymentWebhookController } from './payment-webhook.controller';
import { PaymentWebhookRepository } from './payment-webhook.repository';
import { PaymentRepository } from './payment.repository';
import { PaymentsController } from './payments.controller';
import { CardProvider } from './ports/card-provider';
import { SettlementService } from './settlement.service';
import { TopupService } from './topup.service';
import { VerificationService } from './verification.service';
import { WebhookRefusals } from './webhook-refusals';
import { WebhookService } from './webhook.service';

@Module({
  imports: [AuditModule, SettingsModule, WalletModule],
  controllers: [PaymentsController, PaymentWebhookController],
  providers: [
    KorapayLimits,
    KorapayClient,
    { provide: CardProvider, useClass: KorapayAdapter },
    PaymentRepository,
    PaymentWebhookRepository,
    PaymentSweeper,
    SettlementService,
    TopupService,
    VerificationService,
    WebhookRefusals,
    WebhookService,
  ],
  exports: [PaymentSweeper, SettlementService, WebhookService],
})
export class PaymentsModule {}
