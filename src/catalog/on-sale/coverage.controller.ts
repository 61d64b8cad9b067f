import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CoverageService } from '../exits/coverage.service';
import { toPage } from '../../common/http/pagination.dto';
import { Authenticated } from '../../common/security/access.decorators';
import { CoverageData, toCoverage, ListCoverageQuery } from './on-sale.dto';

const DEFAULT_PER_PAGE = 25;

@ApiTags('Admin supply')
@Controller('admin/supply')
export class CoverageController {
  constructor(private readonly coverage: CoverageService) {}

  /** What is on sale by country and kind, with the number of exits and the networks that serve it. */
  @Get('coverage')
  @Authenticated('admin', 'sub-admin')
  async adminListCoverage(@Query() query: ListCoverageQuery): Promise<CoverageData> {
    return toCoverage(await this.coverage.list(query, toPage(query, DEFAULT_PER_PAGE)));
  }
}
