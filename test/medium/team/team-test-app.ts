import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { MailService } from '../../../src/mail/mail.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import {
  createHttpTestApp,
  poolOrderBody,
  type Customer,
  type HttpTestApp,
  type HttpTestResponse,
} from '../proxies/http-test-app';

export type Headers = Record<string, string>;

export interface Rights {
  role: 'buyer' | 'viewer';
  daily_limit?: number | null;
  monthly_limit?: number | null;
}

/** The complete API with what tests of teams repeat. */
export interface TeamTestApp {
  api: HttpTestApp;
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  /** A customer with money in the wallet. */
  createOwner(naira?: number): Promise<Customer>;
  invite(owner: Customer, email: string, rights?: Rights): Promise<HttpTestResponse>;
  /** Token of the latest invitation to an address. */
  tokenOf(email: string): Promise<string>;
  accept(headers: Headers, token: string): Promise<HttpTestResponse>;
  /** A new customer who is in the team of the owner. */
  addMember(owner: Customer, rights?: Rights): Promise<Customer>;
  buy(headers: Headers): Promise<HttpTestResponse>;
  balanceOf(headers: Headers): Promise<number>;
  refund(orderId: number): Promise<void>;
  /** The plan of a query for large tables. */
  explain(query: string, values: unknown[]): Promise<string>;
}

export async function createTeamTestApp(): Promise<TeamTestApp> {
  const api = await createHttpTestApp();
  const sql: TeamTestApp['sql'] = (text, values) => api.nest.get(DataSource).query(text, values);
  const team: TeamTestApp = {
    api,
    sql,
    async createOwner(naira = 200_000) {
      const owner = await api.signUp();
      await api.fundWallet(owner, naira);
      return owner;
    },
    invite: (owner, email, rights = { role: 'buyer' }) =>
      api.call('POST', '/user/team/invitations', { email, ...rights }, owner.headers),
    async tokenOf(email) {
      const mails = await api.nest.get(MailService, { strict: false }).inbox({ to: email });
      const link = mails.map(({ text }) => /\/join\?token=([\w-]+)/.exec(text)).find(Boolean);
      if (!link) throw new Error(`No invitation to ${email}`);
      return link[1]!;
    },
    accept: (headers, token) => api.call('POST', '/user/team/accept', { token }, headers),
    async addMember(owner, rights) {
      const member = await api.signUp();
      const invited = await team.invite(owner, member.email, rights);
      if (invited.status !== 201) throw new Error(`Not invited: ${JSON.stringify(invited.body)}`);
      const joined = await team.accept(member.headers, await team.tokenOf(member.email));
      if (joined.status !== 200) throw new Error(`Not joined: ${JSON.stringify(joined.body)}`);
      return member;
    },
    buy: (headers) => api.call('POST', '/proxies/buy', poolOrderBody, headers),
    async balanceOf(headers) {
      const { body } = await api.call('GET', '/wallet/balance', undefined, headers);
      return body.data.balance as unknown as number;
    },
    async refund(orderId) {
      const admin = {
        ...{ userId: 1, name: 'Ngozi', email: 'n@example.com', role: 'admin' as const },
        ...{ sessionId: '', ip: '127.0.0.1', userAgent: 'test' },
      };
      await api.nest
        .get(OrderRefundService, { strict: false })
        .refund(admin, orderId, 'Not reachable');
    },
    async explain(query, values) {
      const uow = api.nest.get(UnitOfWork);
      const rows = await uow.run(async () => {
        const manager = uow.requireTransaction();
        await manager.query('SET LOCAL enable_seqscan = off');
        return manager.query<Record<string, string>[]>(`EXPLAIN ${query}`, values);
      });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    },
  };
  return team;
}
