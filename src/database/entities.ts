import { AlertRecord } from '../admin/alerts/alert.entity';
import { PerformanceMinute } from '../admin/performance/performance-minute.entity';
import { AuditLog } from '../audit/audit-log.entity';
import { AuditSeal } from '../audit/audit-seal.entity';
import { AttemptCounter } from '../auth/throttling/attempt-counter.entity';
import { OneTimeCode } from '../auth/reset/one-time-code.entity';
import { RecoveryCode } from '../auth/second-factor/recovery-code.entity';
import { SecondFactor } from '../auth/second-factor/second-factor.entity';
import { Session } from '../auth/sessions/session.entity';
import { CatalogCountry } from '../catalog/catalog-country.entity';
import { ExitNode } from '../catalog/exit-node.entity';
import { PeriodPrice } from '../catalog/period-price.entity';
import { StockUnit } from '../catalog/stock-unit.entity';
import { TrafficPrice } from '../catalog/traffic-price.entity';
import { IdempotencyRecord } from '../idempotency/idempotency-record.entity';
import { MailMessage } from '../mail/mail-message.entity';
import { NotificationCursor } from '../notifications/notification-cursor.entity';
import { NotificationPreference } from '../notifications/notification-preference.entity';
import { NotificationSent } from '../notifications/notification-sent.entity';
import { Payment } from '../payments/payment.entity';
import { PaymentReconciliation } from '../payments/reconciliation/payment-reconciliation.entity';
import { PaymentRefund } from '../payments/refunds/payment-refund.entity';
import { PaymentWebhook } from '../payments/webhooks/payment-webhook.entity';
import { GatewayAccount } from '../proxies/adapters/house/gateway-account.entity';
import { ProviderAttempt } from '../proxies/orders/provider-attempt.entity';
import { ProxyOwnerHold } from '../proxies/custody/proxy-owner-hold.entity';
import { Proxy } from '../proxies/proxy.entity';
import { ProxyOrder } from '../proxies/orders/proxy-order.entity';
import { TrafficMarkRecord } from '../proxies/watch/traffic-mark.entity';
import { UsageCursor } from '../proxies/usage/usage-cursor.entity';
import { Setting } from '../settings/setting.entity';
import { User } from '../users/user.entity';
import { LedgerAccount } from '../wallet/ledger-account.entity';
import { LedgerEntry } from '../wallet/ledger-entry.entity';
import { LedgerTransaction } from '../wallet/ledger-transaction.entity';
import { WalletTransaction } from '../wallet/wallet-transaction.entity';

/** Every mapped table, named one by one: a forgotten one shows as drift in the contract tests. */
export const ENTITIES = [
  AlertRecord,
  AttemptCounter,
  AuditLog,
  AuditSeal,
  CatalogCountry,
  ExitNode,
  GatewayAccount,
  IdempotencyRecord,
  LedgerAccount,
  LedgerEntry,
  LedgerTransaction,
  MailMessage,
  NotificationCursor,
  NotificationPreference,
  NotificationSent,
  OneTimeCode,
  Payment,
  PaymentReconciliation,
  PaymentRefund,
  PaymentWebhook,
  PerformanceMinute,
  PeriodPrice,
  ProviderAttempt,
  Proxy,
  ProxyOrder,
  ProxyOwnerHold,
  RecoveryCode,
  SecondFactor,
  Session,
  Setting,
  StockUnit,
  TrafficMarkRecord,
  TrafficPrice,
  UsageCursor,
  User,
  WalletTransaction,
];
