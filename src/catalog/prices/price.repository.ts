import { Injectable } from '@nestjs/common';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { PRICE_BOOK, toPriceBook, type PriceBookRow } from './price-book';
import type { PriceBook } from './price-list.types';

const FIND_BOOK = prepareStatement('catalog.price-book', `SELECT ${PRICE_BOOK} AS book`);

/** The prices in force. They are read for every quote, so that a change counts on every process at once. */
@Injectable()
export class PriceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async findBook(): Promise<PriceBook> {
    const { rows } = await this.uow.execute<{ book: PriceBookRow | null }>(FIND_BOOK, []);
    return toPriceBook(rows[0]!.book);
  }
}
