import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { PromotionsModule } from '../referrals/promotions.module';
import { ReferralsModule } from '../referrals/referrals.module';
import { BullModule } from '../queue/bull.module';
import { SettingsModule } from '../settings/settings.module';
import { WalletModule } from '../wallet/wallet.module';
import { PaymentAcknowledgement } from './acknowledgements/payment-acknowledgement.entity';
import { PaymentAcknowledgementService } from './acknowledgements/payment-acknowledgement.service';
import { ClearingService } from './clearing.service';
import { AdminCouponsController } from './coupons/coupon.admin.controller';
import { ParkedNoticesController } from './webhooks/payment-webhook.admin.controller';
import { CouponAdministrationService } from './coupons/coupon-administration.service';
import { Coupon, CouponRedemption } from './coupons/coupon.entity';
import { CouponsController } from './coupons/coupons.controller';
import { CouponsService } from './coupons/coupons.service';
import { KorapayClient, KorapayClientOptions } from './korapay/korapay.client';
import { KorapayService } from './korapay/korapay.service';
import { NairaAccount } from './naira-accounts/naira-account.entity';
import { NairaAccountsController } from './naira-accounts/naira-accounts.controller';
import { NairaAccountsService } from './naira-accounts/naira-accounts.service';
import { TransfersService } from './naira-accounts/transfers.service';
import { Payment } from './payment.entity';
import { PaymentRepository } from './payment.repository';
import { PayoutImportService } from './payouts/payout-import.service';
import { PayoutItemService } from './payouts/payout-item.service';
import { Payout, PayoutImport, PayoutItem } from './payouts/payout.entity';
import { PaymentReconciliation } from './reconciliation/payment-reconciliation.entity';
import { ReconciliationService } from './reconciliation/reconciliation.service';
import { PaymentRefund } from './refunds/payment-refund.entity';
import { RefundService } from './refunds/refund.service';
import { ChargebackService } from './reversals/chargeback.service';
import { PaymentChargeback } from './reversals/payment-chargeback.entity';
import { ReversalWebhookService } from './reversals/reversal-webhook.service';
import { PaymentReviewService } from './review/payment-review.service';
import { PaymentSweeperService } from './settlement/payment-sweeper.service';
import { SettlementService } from './settlement/settlement.service';
import { TopupController } from './topup/topup.controller';
import { TopupService } from './topup/topup.service';
import { PaymentWebhookController } from './webhooks/payment-webhook.controller';
import { PaymentWebhook } from './webhooks/payment-webhook.entity';
import { PaymentWebhookService } from './webhooks/payment-webhook.service';

/** What other modules and the jobs use. */
const SHARED = [
  ChargebackService,
  KorapayService,
  NairaAccountsService,
  PaymentAcknowledgementService,
  PaymentReviewService,
  PaymentSweeperService,
  PaymentWebhookService,
  PayoutImportService,
  ReconciliationService,
  RefundService,
  SettlementService,
];

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
    AdminCouponsController,
    ParkedNoticesController,
    TopupController,
    CouponsController,
    NairaAccountsController,
    PaymentWebhookController,
  ],
  providers: [
    ...SHARED,
    ClearingService,
    CouponAdministrationService,
    CouponsService,
    KorapayClient,
    KorapayClientOptions,
    PaymentRepository,
    PayoutItemService,
    ReversalWebhookService,
    TopupService,
    TransfersService,
  ],
  exports: [...SHARED, TransfersService],
})
export class PaymentsModule {}
