import { Injectable } from '@nestjs/common';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { toLabelSql } from '../../database/label-sql';
import { UnitOfWork } from '../../database/unit-of-work';
import { KIND_OF_TYPE } from '../../proxies/proxy.types';
import { ListPaginator, type RowId } from '../paging/list-paginator';
import { buildListQuery, hasTrigram, parseIdTerm } from '../paging/list-query';
import type { AdminSearchData, AdminSearchQuery, SearchKind, SearchResult } from './search.dto';

const PER_KIND = 5;
/** A phone number as people type it; stored ones have a country code. */
const PHONE = /^(?:\+?234|0)?(\d{10})$/;
const INVOICE_NUMBER = /^(INV|CN)-\d+-\d+$/i;

type Row = Omit<SearchResult, 'kind' | 'url' | 'subtitle'> & {
  readonly facts: readonly (string | null)[];
  readonly kobo?: string | null;
  /** What the page is opened with, where it is another id than the row's. */
  readonly target?: number;
};

const URLS: Record<SearchKind, (row: Row) => string> = {
  user: ({ id }) => `/admin/userprofile?id=${id}`,
  proxy: ({ id }) => `/admin/proxies/${id}`,
  transaction: ({ id }) => `/admin/transactions?transaction=${id}`,
  order: ({ id }) => `/admin/orders/${id}`,
  invoice: ({ target }) => `/admin/transactions?transaction=${target}`,
  ticket: ({ id }) => `/admin/support/${id}`,
};

/** One search over what staff look for. Columns that the viewer may not see are neither compared nor selected. */
@Injectable()
export class SearchService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly paginator: ListPaginator,
  ) {}

  async find(actor: Actor, { q }: AdminSearchQuery): Promise<AdminSearchData> {
    const money = can(actor, 'money.read') ? 't.amount_kobo' : 'NULL';
    const lines = can(actor, 'transactions.read')
      ? this.findIds('wallet_transaction', q, ['t.reference'])
      : Promise.resolve([]);
    const found = await Promise.all([
      can(actor, 'users.read') && this.findUsers(q),
      can(actor, 'proxies.read') && this.findProxies(q, can(actor, 'proxies.manage')),
      lines.then((ids) => this.findTransactions(ids, money)),
      can(actor, 'orders.read') && lines.then((ids) => this.findOrders(q, ids, money)),
      can(actor, 'transactions.read') && this.findInvoices(q),
      can(actor, 'tickets.manage') && this.findTickets(q),
    ]);
    return { results: found.flatMap((results) => results || []) };
  }

  private async findUsers(term: string): Promise<SearchResult[]> {
    const digits = PHONE.exec(term.replace(/[\s()-]/g, ''))?.[1];
    const texts = ['t.name', 't.email::text', 't.phone'];
    const ids = await this.findIds('users', digits ?? term, texts, 't.closed_at IS NULL');
    return this.load(
      'user',
      `SELECT t.id, t.name AS title, ARRAY[t.email::text, t.phone, nullif(t.status, 'active')] AS facts
       FROM users t WHERE t.id = ANY($1::int[]) AND t.closed_at IS NULL`,
      ids,
    );
  }

  private async findProxies(term: string, secrets: boolean): Promise<SearchResult[]> {
    const texts = ['t.uuid::text', 't.ip', ...(secrets ? ['t.username'] : [])];
    const ids = await this.findIds('proxy', term, texts);
    return this.load(
      'proxy',
      `SELECT t.id, ${toLabelSql('t.type', KIND_OF_TYPE)} || ' #' || t.id AS title,
              ARRAY[u.name, t.ip, ${secrets ? 't.username' : 'NULL'},
                CASE WHEN t.expires_at <= now() THEN 'expired' ELSE t.status END] AS facts
       FROM proxy t JOIN users u ON u.id = t.user_id WHERE t.id = ANY($1::int[])`,
      ids,
    );
  }

  private findTransactions(ids: readonly RowId[], money: string): Promise<SearchResult[]> {
    return this.load(
      'transaction',
      `SELECT t.id, t.reference AS title, ${money} AS kobo, ARRAY[u.name, t.status] AS facts
       FROM wallet_transaction t JOIN users u ON u.id = t.user_id WHERE t.id = ANY($1::int[])`,
      ids,
    );
  }

  /** Those paid by the transactions found, and the one of this number. */
  private findOrders(
    term: string,
    transactionIds: readonly RowId[],
    money: string,
  ): Promise<SearchResult[]> {
    return this.load(
      'order',
      `SELECT t.id, 'Order #' || t.id AS title, ${money} AS kobo,
              ARRAY[u.name, t.status] AS facts
       FROM (SELECT * FROM proxy_order WHERE transaction_id = ANY($1::int[])
             UNION SELECT * FROM proxy_order WHERE id = $2) t JOIN users u ON u.id = t.user_id`,
      transactionIds,
      [parseIdTerm(term)],
    );
  }

  private async findTickets(term: string): Promise<SearchResult[]> {
    return this.load(
      'ticket',
      `SELECT t.id, '#' || t.id || ' ' || t.subject AS title, ARRAY[u.name, t.status] AS facts
       FROM ticket t JOIN users u ON u.id = t.opened_by WHERE t.id = ANY($1::int[])`,
      await this.findIds('ticket', term, ['t.subject']),
    );
  }

  private async findInvoices(term: string): Promise<SearchResult[]> {
    if (!INVOICE_NUMBER.test(term)) return [];
    return this.load(
      'invoice',
      `SELECT t.id, t.number AS title, t.transaction_id AS target, ARRAY[u.name] AS facts
       FROM invoice t JOIN users u ON u.id = t.user_id WHERE t.number = ANY($1::text[])`,
      [term.toUpperCase()],
    );
  }

  /** The row of this id first. A term without a trigram is an id or nothing: no index finds its matches. */
  private async findIds(
    table: string,
    term: string,
    texts: readonly string[],
    filter = 'TRUE',
  ): Promise<RowId[]> {
    const id = parseIdTerm(term);
    const list = buildListQuery(table, [[filter]], { term, texts });
    const { ids } = hasTrigram(term)
      ? await this.paginator.findPage(list, { page: 1, perPage: PER_KIND })
      : { ids: [] };
    return [...new Set([...(id === null ? [] : [id]), ...ids])];
  }

  /** In the order of `keys`, the newest first where it has none. */
  private async load(
    kind: SearchKind,
    sql: string,
    keys: readonly RowId[],
    values: readonly unknown[] = [],
  ): Promise<SearchResult[]> {
    if (!keys.length && !values.length) return [];
    const rows = await this.uow.manager.query<Row[]>(
      `SELECT * FROM (${sql}) found ORDER BY array_position($1::text[], id::text), id DESC LIMIT ${PER_KIND}`,
      [keys, ...values],
    );
    return rows.map((row) => ({
      ...{ kind, id: row.id, title: row.title, url: URLS[kind](row) },
      subtitle: [...row.facts, row.kobo && formatNaira(Money.kobo(BigInt(row.kobo)))]
        .filter(Boolean)
        .join(' · '),
    }));
  }
}
