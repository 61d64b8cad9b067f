import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module';
import { EchoRoutes } from './echo/echo.routes';
import { InboxController } from './inbox/inbox.controller';
import { SandboxCharge } from './korapay/charge.entity';
import { ChargeRepository } from './korapay/charge.repository';
import { ChargesService } from './korapay/charges.service';
import { CheckoutController } from './korapay/checkout.controller';
import { CheckoutService } from './korapay/checkout.service';
import { ControlController } from './korapay/control.controller';
import { KorapayController } from './korapay/korapay.controller';
import { SandboxFault } from './korapay/fault.entity';
import { FaultInjectionRepository } from './korapay/fault-injection.repository';
import { PayoutRepository } from './korapay/payout.repository';
import { PayoutsService } from './korapay/payouts.service';
import { SandboxRefund } from './korapay/refund.entity';
import { RefundRepository } from './korapay/refund.repository';
import { RefundsService } from './korapay/refunds.service';
import { VirtualAccountRepository } from './korapay/virtual-account.repository';
import { VirtualAccountsService } from './korapay/virtual-accounts.service';
import { WebhookSender } from './korapay/webhook-sender';
import { SandboxWebhook } from './korapay/webhook.entity';
import { WebhookRepository } from './korapay/webhook.repository';
import { SandboxNetworks } from './networks/sandbox-networks';
import { SandboxProviders } from './providers/sandbox-providers';
import { SandboxSchema } from './sandbox-schema';

/**
 * Simulators of external services: Korapay, a mail inbox, an echo service the gateways of two providers and
 * the management APIs of some. Part of the API only when `config.sandbox` is set, which production refuses.
 */
@Module({
  imports: [
    MailModule,
    TypeOrmModule.forFeature([SandboxCharge, SandboxFault, SandboxRefund, SandboxWebhook]),
  ],
  controllers: [KorapayController, CheckoutController, ControlController, InboxController],
  providers: [
    SandboxSchema,
    ChargeRepository,
    ChargesService,
    CheckoutService,
    EchoRoutes,
    FaultInjectionRepository,
    PayoutRepository,
    PayoutsService,
    RefundRepository,
    RefundsService,
    SandboxNetworks,
    SandboxProviders,
    VirtualAccountRepository,
    VirtualAccountsService,
    WebhookRepository,
    WebhookSender,
  ],
})
export class SandboxModule {}
