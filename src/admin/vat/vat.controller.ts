import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, toDownload } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { InvoiceService } from '../../wallet/invoices/invoice.service';
import {
  ExportVatDto,
  ListInvoicesQuery,
  StaffInvoicesData,
  VatData,
  VatMonthQuery,
} from './vat.dto';
import { VatService } from './vat.service';

@ApiTags('Admin analytics')
@Controller('admin')
export class VatController {
  constructor(
    private readonly vat: VatService,
    private readonly invoices: InvoiceService,
  ) {}

  /**
   * The base of the VAT of a month and the VAT in it. A sale counts in the month of its charge and a refund in the month it
   * was made, invoiced or not.
   */
  @Get('reports/vat')
  @StaffOnly('reports.read')
  @ApiErrors({ 422: 'The month is invalid.' })
  adminVat(@Query() { month }: VatMonthQuery): Promise<VatData> {
    return this.vat.getReport(month);
  }

  /** The same with every invoice and credit note of the month, as a file named `vat-{month}.pdf`, `.xlsx` or `.csv`. */
  @Post('reports/vat/export')
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

  /** Invoices and credit notes of all customers that were issued in a month, newest first. */
  @Get('invoices')
  @StaffOnly('reports.read')
  @ApiErrors({ 422: 'The month is invalid.' })
  adminListInvoices(@Query() query: ListInvoicesQuery): Promise<StaffInvoicesData> {
    return this.vat.listInvoices(query);
  }

  /** An invoice or credit note as the customer has it. */
  @Get('invoices/:id/pdf')
  @StaffOnly('reports.read')
  @ApiFile('A file named `{number}.pdf`.', 'application/pdf')
  @ApiErrors({ 404: '`INVOICE_NOT_FOUND`: no invoice has this id.' })
  async adminInvoicePdf(@Param('id', ParseIdPipe) id: number): Promise<StreamableFile> {
    return toDownload(await this.invoices.generatePdf(null, id));
  }
}
