import { Injectable } from '@nestjs/common';
import { toOffset, toPage, toPagination } from '../../common/http/pagination.dto';
import { dayOf, toMonthSpan } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  toStaffInvoice,
  type ListInvoicesQuery,
  type StaffInvoiceResponse,
  type StaffInvoicesData,
} from './invoice.dto';
import { Invoice } from './invoice.entity';

const PER_PAGE = 15;

/** The invoices and credit notes of all customers, for staff. */
@Injectable()
export class IssuedInvoicesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list({ month, kind, search, ...paging }: ListInvoicesQuery): Promise<StaffInvoicesData> {
    const shown = month ?? dayOf(this.clock.now()).slice(0, 7);
    const page = toPage(paging, PER_PAGE);
    const found = this.select(shown);
    if (kind) found.andWhere('invoice.kind = :kind', { kind });
    if (search)
      found.andWhere(
        `concat_ws(' ', invoice.number, invoice.reference, invoice.buyer ->> 'name', invoice.buyer ->> 'tin') ILIKE :search`,
        { search: toLikePattern(search) },
      );
    const [rows, total] = await found
      .orderBy('invoice.issuedAt', 'DESC')
      .addOrderBy('invoice.id', 'DESC')
      .limit(page.perPage)
      .offset(toOffset(page))
      .getManyAndCount();
    return {
      month: shown,
      invoices: rows.map(toStaffInvoice),
      pagination: toPagination({ rows, total, page }),
    };
  }

  /** Those of a month, oldest first. */
  async findOfMonth(month: string, limit: number): Promise<StaffInvoiceResponse[]> {
    const rows = await this.select(month)
      .orderBy('invoice.issuedAt')
      .addOrderBy('invoice.id')
      .limit(limit)
      .getMany();
    return rows.map(toStaffInvoice);
  }

  private select(month: string) {
    const { from, until } = toMonthSpan(month);
    return this.uow.manager
      .createQueryBuilder(Invoice, 'invoice')
      .leftJoinAndSelect('invoice.invoice', 'reduced')
      .where('invoice.issuedAt >= :from AND invoice.issuedAt < :until', { from, until });
  }
}
