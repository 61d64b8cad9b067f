import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { AlertCondition } from './alert.types';

/** Of a network that staff have changed since nothing is known. */
const REFUSED = `
  SELECT n.id, n.name FROM supply_network_refusal r JOIN supply_network n ON n.id = r.network_id
  WHERE n.enabled AND r.refused_at > n.updated_at ORDER BY n.id`;

/** Budgets of which four fifths are used. */
const BUDGETS = `
  SELECT n.id, n.name, p.period, p.used >= p.most AS "isReached"
  FROM supply_budget b JOIN supply_network n ON n.id = b.network_id
  CROSS JOIN LATERAL (VALUES ('day', b.day_bytes, b.day_limit), ('month', b.month_bytes, b.month_limit)) AS p (period, used, most)
  WHERE n.enabled AND p.used >= p.most * 0.8 ORDER BY n.id, p.period`;

/** Accounts whose automatic purchases of today, in UTC, have used four fifths of their limit. */
const DAILY_LIMITS = `
  SELECT p.id, p.name, s.automatic_day_micros >= p.daily_automatic_micros AS "isReached"
  FROM supply_provider p JOIN supply_provider_spending s ON s.provider_id = p.id
  WHERE p.enabled AND p.buys_automatically AND s.automatic_day_micros >= p.daily_automatic_micros * 0.8
  ORDER BY p.id`;

/** Counts of providers of the last week that are not ours. */
const DIFFERENCES = `
  SELECT n.id, n.name, d.day::text AS day, round(100.0 * abs(d.bytes - d.own_bytes) / greatest(d.own_bytes, 1))::float AS percent,
         d.bytes > d.own_bytes AS "isMore", d.own_bytes = 0 AS "isOnlyThere"
  FROM supply_difference d JOIN supply_network n ON n.id = d.network_id
  WHERE d.is_off AND d.day >= (now() AT TIME ZONE 'UTC')::date - 7 ORDER BY n.id, d.day`;

/** Paid traffic is worth what the network pays for it. */
const BALANCES = `
  SELECT n.id, n.name FROM supply_network n
  JOIN supply_network_account a ON a.network_id = n.id JOIN supply_provider p ON p.id = a.provider_id
  WHERE n.enabled AND coalesce(p.balance_micros, p.left_micro_gb * n.cost_usd_micros / 1000000) < n.minimum_balance_usd_micros
  ORDER BY n.id`;

interface Difference {
  id: number;
  name: string;
  day: string;
  percent: number;
  isMore: boolean;
  isOnlyThere: boolean;
}

interface Budget {
  id: number;
  name: string;
  period: 'day' | 'month';
  isReached: boolean;
}

/** Read only: the networks whose accounts the gateways found refused, and those that are near their budgets. */
@Injectable()
export class NetworkAlertQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async find(): Promise<AlertCondition[]> {
    const refused = await this.uow.manager.query<{ id: number; name: string }[]>(REFUSED);
    return refused.map(({ id, name }) => ({
      kind: 'network_refused',
      key: `network_refused:${id}`,
      severity: 'critical',
      message: `The provider refuses the shop’s account of the network “${name}”. Customers use other networks where there are some. Check its credit, limits and password with the provider.`,
    }));
  }

  async findDifferences(): Promise<AlertCondition[]> {
    const differences = await this.uow.manager.query<Difference[]>(DIFFERENCES);
    return differences.map(({ id, name, day, percent, isMore, isOnlyThere }) => ({
      kind: 'supply_difference',
      key: `supply_difference:${id}:${day}`,
      severity: 'warning',
      message: isOnlyThere
        ? `The provider of the network “${name}” counted traffic on ${day}, and the gateways counted none. Somebody else may use the account.`
        : `The provider of the network “${name}” counted ${percent} % ${isMore ? 'more' : 'less'} traffic on ${day} than the gateways. Check its bill, and whether somebody else uses the account.`,
    }));
  }

  async findBalances(): Promise<AlertCondition[]> {
    const short = await this.uow.manager.query<{ id: number; name: string }[]>(BALANCES);
    return short.map(({ id, name }) => ({
      kind: 'supply_balance',
      key: `supply_balance:${id}`,
      severity: 'critical',
      message: `The balance at the provider of the network “${name}” is below the minimum that is set for it. Top it up before its traffic stops.`,
    }));
  }

  /** Of networks and of automatic purchases. */
  async findBudgets(): Promise<AlertCondition[]> {
    return [...(await this.findNetworkBudgets()), ...(await this.findDailyLimits())];
  }

  private async findDailyLimits(): Promise<AlertCondition[]> {
    const limits = await this.uow.manager.query<Omit<Budget, 'period'>[]>(DAILY_LIMITS);
    return limits.map(({ id, name, isReached }) => ({
      kind: 'supply_budget',
      key: `supply_budget:provider:${id}:${isReached ? 'reached' : 'near'}`,
      severity: 'warning',
      message: isReached
        ? `Automatic purchases at “${name}” have reached their limit for the day. Stock is not bought until midnight in UTC.`
        : `Automatic purchases at “${name}” have used 80 % of their limit for the day. Check whether so much stock is needed.`,
    }));
  }

  private async findNetworkBudgets(): Promise<AlertCondition[]> {
    const budgets = await this.uow.manager.query<Budget[]>(BUDGETS);
    return budgets.map(({ id, name, period, isReached }) => ({
      kind: 'supply_budget',
      key: `supply_budget:${id}:${period}:${isReached ? 'reached' : 'near'}`,
      severity: isReached ? 'critical' : 'warning',
      message: isReached
        ? `The network “${name}” has reached its budget for the ${period} and is out of use until ${RESUMES[period]}. Customers use other networks where there are some.`
        : `The network “${name}” has used 80 % of its budget for the ${period}. At the limit it is out of use until ${RESUMES[period]}.`,
    }));
  }
}

const RESUMES = { day: 'midnight', month: 'the first of next month' } as const;
