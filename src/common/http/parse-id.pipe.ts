import { Injectable, type PipeTransform } from '@nestjs/common';
import { DomainError } from '../errors/domain-error';

/** The largest id of a row: PostgreSQL's integer. */
export const MAX_ID = 2_147_483_647;

/** Parses the id of a row in a path. An id out of range is not found, without a query. */
@Injectable()
export class ParseIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > MAX_ID)
      throw new DomainError('not_found', 'NOT_FOUND', 'We couldn’t find that record.');
    return id;
  }
}
