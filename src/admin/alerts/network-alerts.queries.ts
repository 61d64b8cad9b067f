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

  async findBudgets(): Promise<AlertCondition[]> {
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
