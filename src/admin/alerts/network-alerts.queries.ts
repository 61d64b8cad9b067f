import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { AlertCondition } from './alert.types';

/** Of a network that staff have changed since nothing is known. */
const REFUSED = `
  SELECT n.id, n.name FROM supply_network_refusal r JOIN supply_network n ON n.id = r.network_id
  WHERE n.enabled AND r.refused_at > n.updated_at ORDER BY n.id`;

/** Read only: the networks whose accounts the gateways found refused. */
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
}
