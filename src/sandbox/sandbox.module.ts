import { Module, Injectable, type OnModuleInit } from '@nestjs/common';
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
import { UnitOfWork } from '../database/unit-of-work';

const STATEMENTS = [
  // Two processes may start at once.
  `SELECT pg_advisory_xact_lock(hashtext('sandbox schema'))`,
  `CREATE SCHEMA IF NOT EXISTS sandbox`,
  `CREATE TABLE IF NOT EXISTS sandbox.charge (
     pointer bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
     id text PRIMARY KEY,
     reference text NOT NULL UNIQUE,
     status text NOT NULL DEFAULT 'pending',
     amount_kobo bigint NOT NULL,
     currency text NOT NULL,
     merchant_bears_cost boolean NOT NULL,
     fee_kobo bigint,
     paid_kobo bigint,
     method text,
     customer jsonb NOT NULL,
     metadata jsonb NOT NULL,
     narration text NOT NULL,
     redirect_url text,
     notification_url text,
     secret_key text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     completed_at timestamptz)`,
  `CREATE TABLE IF NOT EXISTS sandbox.refund (
     reference text PRIMARY KEY,
     charge_reference text NOT NULL REFERENCES sandbox.charge (reference),
     amount_kobo bigint NOT NULL,
     reason text NOT NULL,
     status text NOT NULL DEFAULT 'success',
     created_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE IF NOT EXISTS sandbox.payout (
     pointer bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     reference text NOT NULL UNIQUE,
     amount_kobo bigint NOT NULL,
     fee_kobo bigint NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now())`,
  `ALTER TABLE sandbox.charge ADD COLUMN IF NOT EXISTS payout_reference text`,
  `ALTER TABLE sandbox.refund ADD COLUMN IF NOT EXISTS payout_reference text`,
  `CREATE TABLE IF NOT EXISTS sandbox.virtual_account (
     reference text PRIMARY KEY,
     number bigint GENERATED ALWAYS AS IDENTITY (START WITH 9900000001) UNIQUE,
     name text NOT NULL,
     bank_code text NOT NULL,
     customer jsonb NOT NULL,
     secret_key text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now())`,
  `ALTER TABLE sandbox.charge ADD COLUMN IF NOT EXISTS account_reference text`,
  `ALTER TABLE sandbox.charge ADD COLUMN IF NOT EXISTS channels text[] NOT NULL DEFAULT '{}'`,
  `ALTER TABLE sandbox.charge ADD COLUMN IF NOT EXISTS default_channel text`,
  `CREATE TABLE IF NOT EXISTS sandbox.webhook (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     reference text NOT NULL,
     url text NOT NULL,
     body text NOT NULL,
     signature text NOT NULL,
     attempts integer NOT NULL DEFAULT 0,
     due_at timestamptz,
     delivered_at timestamptz,
     last_answer text)`,
  `CREATE TABLE IF NOT EXISTS sandbox.fault (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     route text NOT NULL,
     reference text,
     remaining integer,
     behaviour jsonb NOT NULL)`,
];

/** The simulators keep their state in a separate schema outside the migrations. */
@Injectable()
export class SandboxSchema implements OnModuleInit {
  constructor(private readonly uow: UnitOfWork) {}

  async onModuleInit(): Promise<void> {
    await this.uow.run(async () => {
      for (const statement of STATEMENTS) await this.uow.requireTransaction().query(statement);
    });
  }
}

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
