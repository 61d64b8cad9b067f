import { CreateSchema1763600000000 } from './1763600000000-create-schema';
import { GuardLedgerAndAudit1763600100000 } from './1763600100000-guard-ledger-and-audit';
import { OpenGatewayDoor1763600200000 } from './1763600200000-open-gateway-door';
import { CountAttempts1763601100000 } from './1763601100000-count-attempts';
import { FollowUsage1763601200000 } from './1763601200000-follow-usage';
import { ServeBackOffice1763602000000 } from './1763602000000-serve-back-office';
import { FollowMoneyBack1763603000000 } from './1763603000000-follow-money-back';
import { TellCustomers1763604000000 } from './1763604000000-tell-customers';
import { KeepCustodyOfProxies1763605000000 } from './1763605000000-keep-custody-of-proxies';
import { EndRefundedProxies1763606000000 } from './1763606000000-end-refunded-proxies';
import { TellGatewaysOfChangesOnly1763608000000 } from './1763608000000-tell-gateways-of-changes-only';
import { ForgetReadableAnswers1763609000000 } from './1763609000000-forget-readable-answers';
import { AddSecondFactor1763610000000 } from './1763610000000-add-second-factor';
import { FindClosedAccounts1763611000000 } from './1763611000000-find-closed-accounts';

/** In the order they run. A released one is never edited; add another. */
export const MIGRATIONS = [
  CreateSchema1763600000000,
  GuardLedgerAndAudit1763600100000,
  OpenGatewayDoor1763600200000,
  CountAttempts1763601100000,
  FollowUsage1763601200000,
  ServeBackOffice1763602000000,
  FollowMoneyBack1763603000000,
  TellCustomers1763604000000,
  KeepCustodyOfProxies1763605000000,
  EndRefundedProxies1763606000000,
  TellGatewaysOfChangesOnly1763608000000,
  ForgetReadableAnswers1763609000000,
  AddSecondFactor1763610000000,
  FindClosedAccounts1763611000000,
];
