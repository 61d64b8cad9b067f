import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module';
import { EchoRoutes } from './echo/echo.routes';
import { InboxController } from './inbox/inbox.controller';
import {
  SandboxCharge,
  SandboxFault,
  SandboxRefund,
  SandboxWebhook,
} from './korapay/korapay.entity';
import { ChargesService } from './korapay/charges.service';
import { CheckoutController, CheckoutService } from './korapay/checkout.controller';
import { ControlController } from './korapay/control.controller';
import { KorapayController } from './korapay/korapay.controller';
import { FaultInjection } from './korapay/fault-injection';
import { PayoutsService } from './korapay/payouts.service';
import { RefundsService } from './korapay/refunds.service';
import { VirtualAccountsService } from './korapay/virtual-accounts.service';
import { WebhookSender } from './korapay/webhook-sender';
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
    ChargesService,
    CheckoutService,
    EchoRoutes,
    FaultInjection,
    PayoutsService,
    RefundsService,
    SandboxNetworks,
    SandboxProviders,
    VirtualAccountsService,
    WebhookSender,
  ],
})
export class SandboxModule {}
