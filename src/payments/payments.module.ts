import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { BullModule } from '../queue/bull.module';
import { PromotionsModule } from '../promotions/promotions.module';
import { ReferralsModule } from '../referrals/referrals.module';
import { SettingsModule } from '../settings/settings.module';
import { WalletModule } from '../wallet/wallet.module';
import { PaymentAcknowledgement } from './acknowledgements/payment-acknowledgement.entity';
import { PaymentAcknowledgementRepository } from './acknowledgements/payment-acknowledgement.repository';
import { PaymentAcknowledgementService } from './acknowledgements/payment-acknowledgement.service';
import { KorapayAdapter } from './adapters/korapay/korapay.adapter';
import { KorapayClient, KorapayClientOptions } from './adapters/korapay/korapay.client';
import { PaymentCheckoutController } from './checkout/payment-checkout.controller';
import { PaymentCheckoutService } from './checkout/payment-checkout.service';
import { CouponAdministrationService } from './coupons/coupon-administration.service';
import { CouponRedemption } from './coupons/coupon-redemption.entity';
import { Coupon } from './coupons/coupon.entity';
import { CouponRepository } from './coupons/coupon.repository';
import { CouponsController } from './coupons/coupons.controller';
import { CouponsService } from './coupons/coupons.service';
import { NairaAccount } from './naira-accounts/naira-account.entity';
import { NairaAccountRepository } from './naira-accounts/naira-account.repository';
import { NairaAccountsController } from './naira-accounts/naira-accounts.controller';
import { NairaAccountsService } from './naira-accounts/naira-accounts.service';
import { TransfersService } from './naira-accounts/transfers.service';
import { PaymentDetailsService } from './review/payment-details.service';
import { PaymentReviewService } from './review/payment-review.service';
import { PaymentCheckService } from './settlement/payment-check.service';
import { PaymentSweeperService } from './settlement/payment-sweeper.service';
import { PaymentWebhookController } from './webhooks/payment-webhook.controller';
import { PaymentWebhookRepository } from './webhooks/payment-webhook.repository';
import { PaymentRepository } from './payment.repository';
import { TopupController } from './topup/topup.controller';
import { VerificationController } from './verification/verification.controller';
import { CardProvider } from './ports/card-provider.port';
import { PayoutFileService } from './payouts/payout-file.service';
import { PayoutImportService } from './payouts/payout-import.service';
import { PayoutImport } from './payouts/payout-import.entity';
import { PayoutItem } from './payouts/payout-item.entity';
import { PayoutItemService } from './payouts/payout-item.service';
import { PayoutRepository } from './payouts/payout.repository';
import { PayoutService } from './payouts/payout.service';
import { Payout } from './payouts/payout.entity';
import { ReconciliationRepository } from './reconciliation/reconciliation.repository';
import { ReconciliationService } from './reconciliation/reconciliation.service';
import { RefundRepository } from './refunds/refund.repository';
import { RefundService } from './refunds/refund.service';
import { ProviderBalanceService } from './clearing/provider-balance.service';
import { ClearingService } from './clearing/clearing.service';
import { ChargebackRepository } from './reversals/chargeback.repository';
import { ChargebackService } from './reversals/chargeback.service';
import { ReversalWebhookService } from './reversals/reversal-webhook.service';
import { SettlementService } from './settlement/settlement.service';
import { TopupService } from './topup/topup.service';
import { VerificationService } from './verification/verification.service';
import { WebhookRejectionLogService } from './webhooks/webhook-rejection-log.service';
import { ParkedNoticesService } from './webhooks/parked-notices.service';
import { PaymentWebhookService } from './webhooks/payment-webhook.service';
import { Payment } from './payment.entity';
import { PaymentReconciliation } from './reconciliation/payment-reconciliation.entity';
import { PaymentRefund } from './refunds/payment-refund.entity';
import { PaymentChargeback } from './reversals/payment-chargeback.entity';
import { PaymentWebhook } from './webhooks/payment-webhook.entity';

@Module({
  imports: [
    BullModule.registerQueue({ name: 'payments' }, { name: 'payment-notices' }),
    TypeOrmModule.forFeature([
      Coupon,
      CouponRedemption,
      NairaAccount,
      PaymentAcknowledgement,
      Payment,
      PaymentChargeback,
      PaymentReconciliation,
      PaymentRefund,
      PaymentWebhook,
      Payout,
      PayoutImport,
      PayoutItem,
    ]),
    AuditModule,
    PromotionsModule,
    ReferralsModule,
    SettingsModule,
    WalletModule,
  ],
  controllers: [
    TopupController,
    VerificationController,
    CouponsController,
    NairaAccountsController,
    PaymentCheckoutController,
    PaymentWebhookController,
  ],
  providers: [
    PaymentAcknowledgementRepository,
    PaymentAcknowledgementService,
    KorapayClientOptions,
    KorapayClient,
    { provide: CardProvider, useClass: KorapayAdapter },
    ChargebackRepository,
    ChargebackService,
    ClearingService,
    CouponAdministrationService,
    CouponRepository,
    CouponsService,
    NairaAccountRepository,
    NairaAccountsService,
    TransfersService,
    PaymentCheckService,
    PaymentCheckoutService,
    PaymentRepository,
    ParkedNoticesService,
    PaymentDetailsService,
    PaymentReviewService,
    PaymentWebhookRepository,
    PaymentSweeperService,
    PayoutFileService,
    PayoutImportService,
    PayoutItemService,
    PayoutRepository,
    PayoutService,
    ProviderBalanceService,
    ReconciliationRepository,
    ReconciliationService,
    RefundRepository,
    RefundService,
    ReversalWebhookService,
    SettlementService,
    TopupService,
    VerificationService,
    WebhookRejectionLogService,
    PaymentWebhookService,
  ],
  exports: [
    PaymentAcknowledgementService,
    ChargebackService,
    CouponAdministrationService,
    NairaAccountsService,
    PaymentCheckService,
    PaymentDetailsService,
    ParkedNoticesService,
    PaymentReviewService,
    PaymentSweeperService,
    PayoutFileService,
    PayoutImportService,
    ProviderBalanceService,
    ReconciliationService,
    RefundService,
    SettlementService,
    PaymentWebhookService,
  ],
})
export class PaymentsModule {}
