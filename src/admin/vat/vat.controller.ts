import { Body, Controller, Get, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, toDownload } from '../../common/http/api.decorators';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { ExportVatDto, VatData, VatMonthQuery } from './vat.dto';
import { VatService } from './vat.service';

@ApiTags('Admin analytics')
@Controller('admin/reports/vat')
export class VatController {
  constructor(private readonly vat: VatService) {}

  /**
   * The base of the VAT of a month and the VAT in it. A sale counts in the month of its charge and a refund in the month it
   * was made, invoiced or not.
   */
  @Get()
  @StaffOnly('reports.read')
  @ApiErrors({ 422: 'The month is invalid.' })
  adminVat(@Query() { month }: VatMonthQuery): Promise<VatData> {
    return this.vat.getReport(month);
  }

  /** The same with every invoice and credit note of the month, as a file named `vat-{month}.pdf`, `.xlsx` or `.csv`. */
  @Post('export')
  @HttpCode(200)
  @StaffOnly('reports.read')
  @ApiErrors({ 422: 'The month or the format is invalid, or a PDF would be too long.' })
  @ApiFile(
    'The file.',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv',
  )
  async adminExportVat(
    @CurrentActor() actor: Actor,
    @Body() { month, format }: ExportVatDto,
  ): Promise<StreamableFile> {
    return toDownload(await this.vat.export(actor, format, month));
  }
}
