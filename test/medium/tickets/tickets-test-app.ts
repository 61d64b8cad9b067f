import type { Permission } from '../../../src/common/security/permissions';
import {
  openCustomerApi,
  type Customer,
  type CustomerApi,
  type Reply,
} from '../../support/customer-api';

interface Ticket {
  id: number;
  status: string;
  unread_count: number;
  messages: { id: number; author: string; is_staff: boolean; internal?: boolean; body: string }[];
}

/** The whole API, with two who answer tickets. */
export interface TicketsApi {
  api: CustomerApi;
  /** With a role of the shop's own. */
  bola: Customer;
  /** An admin. */
  chief: Customer;
  /** An admin, or somebody with a role of the shop's own. */
  staff(name: string, permissions?: Permission[]): Promise<Customer>;
  call(
    who: Customer,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ): Promise<Reply & { data: Ticket }>;
  open(who: Customer, over?: object): Promise<Reply & { data: Ticket }>;
  /** An answer of staff. */
  answer(who: Customer, id: number, over?: object): Promise<Reply & { data: Ticket }>;
}

export async function openTicketsApi(env: Record<string, string>): Promise<TicketsApi> {
  const api = await openCustomerApi(env);
  const staff: TicketsApi['staff'] = async (name, permissions) => {
    const user = await api.customer(name);
    if (!permissions) await api.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
    else
      await api.sql(
        `WITH r AS (INSERT INTO staff_role (name, permissions) VALUES ($2, $3) RETURNING id)
         UPDATE users SET role = 'sub-admin', staff_role_id = (SELECT id FROM r) WHERE id = $1`,
        [user.id, name, permissions],
      );
    return { ...user, token: await api.signIn(user.id) };
  };
  const call: TicketsApi['call'] = async ({ token }, method, path, body) => {
    const answer = await api.call(method, path, { token, body });
    return { ...answer, data: answer.body.data as unknown as Ticket };
  };
  return {
    ...{ api, staff, call },
    bola: await staff('Bola Ade', ['tickets.manage']),
    chief: await staff('Chief Admin'),
    open: (who, over) =>
      call(who, 'POST', '/tickets', { subject: 'No connection', body: 'It answers 407.', ...over }),
    answer: (who, id, over) =>
      call(who, 'POST', `/admin/tickets/${id}/messages`, { body: 'Try again now.', ...over }),
  };
}
