import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../../common/http/pagination.dto';
import { CoverageRepository } from './coverage.repository';
import type { CoverageFilter, CoverageRow } from './coverage.types';

/** What is on sale where, and through what. */
@Injectable()
export class CoverageService {
  constructor(private readonly coverage: CoverageRepository) {}

  /** By country and kind. */
  list(filter: CoverageFilter, page: Page): Promise<Paged<CoverageRow>> {
    return this.coverage.findPage(filter, page);
  }
}
