import { Injectable, type PipeTransform } from '@nestjs/common';
import { DomainError } from '../errors/domain-error';

const LARGEST = 2_147_483_647;

/** The id of a row in a path. What cannot be one is not found: the database need not be asked. */
@Injectable()
export class RowIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > LARGEST)
      throw new DomainError('not_found', 'NOT_FOUND', 'There is no such record.');
    return id;
  }
}
