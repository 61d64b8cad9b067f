import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey } from '../../common/security/allow-api-key.decorator';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { StatementExportQuery } from './dto/statement-export.query.dto';
import { StatementExportService, type StatementFile } from './statement-export.service';

@ApiTags('Payments')
@Controller('payments/statement')
export class StatementExportController {
  constructor(private readonly statement: StatementExportService) {}

  /**
   * All transactions of a date range, oldest first, as a CSV file. Its first row is the opening balance, its last the
   * closing balance, both in the column `Balance after`; between them, successful and refunded transactions add up to
   * the difference, to the kobo. A transaction that moved money is listed on the day on which it did.
   */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiOkResponse({
    description: 'A file named `statement-{from}-{to}.csv`.',
    content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiErrors({
    422: 'A date is missing or invalid, or `to` is before `from`, or `from` is in an archived month.',
  })
  async paymentStatement(
    @CurrentActor() actor: Actor,
    @Query() { from, to }: StatementExportQuery,
  ): Promise<StreamableFile> {
    return toCsvFile(await this.statement.export(actor, from, to));
  }
}

const toCsvFile = ({ name, content }: StatementFile): StreamableFile =>
  new StreamableFile(content, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
