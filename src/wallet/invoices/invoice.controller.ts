import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, toDownload } from '../../common/http/api.decorators';
import { MonthQuery } from '../../common/http/common.dto';
import { PageQuery, toPage } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  CurrentActor,
  OwnerOnly,
  StaffOnly,
} from '../../common/security/access.decorators';
import {
  BillingDetailsData,
  InvoiceListData,
  IssuedInvoiceData,
  IssueInvoiceDto,
  ListInvoicesQuery,
  SaveBillingDetailsDto,
  StaffInvoicesData,
} from './invoice.dto';
import { InvoiceService } from './invoice.service';
import { IssuedInvoicesService } from './issued-invoices.service';

const PER_PAGE = 15;

@ApiTags('Payments')
@Controller('user/invoices')
export class InvoiceController {
  constructor(private readonly invoices: InvoiceService) {}

  /** Your invoices and credit notes, newest first. */
  @Get()
  @Authenticated('user')
  @AllowApiKey('read')
  listInvoices(@CurrentActor() actor: Actor, @Query() query: PageQuery): Promise<InvoiceListData> {
    return this.invoices.list(actor, toPage(query, PER_PAGE));
  }

  /**
   * Issues the invoice of one of your completed purchases, renewals or additions of traffic. It names your billing
   * details. A transaction has one invoice: a repeated call returns it. Renewals with the same `batch_id` have one together.
   * Refunds, earlier and later ones, get credit notes.
   */
  @Post()
  @HttpCode(200)
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('wallet')
  @ApiErrors({
    404: '`TRANSACTION_NOT_FOUND`: you have no such transaction.',
    409: '`NOT_INVOICEABLE`: not completed, of another type, or refunded in full. `BILLING_DETAILS_REQUIRED`: save your billing details first.',
  })
  issueInvoice(
    @CurrentActor() actor: Actor,
    @Body() { transaction_id }: IssueInvoiceDto,
  ): Promise<IssuedInvoiceData> {
    return this.invoices.issue(actor, transaction_id);
  }

  /** Your invoices and credit notes of a month in one document with their totals, as PDF. */
  @Get('monthly')
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiFile('A file named `invoices-{month}.pdf`.', 'application/pdf')
  @ApiErrors({
    404: '`INVOICE_NOT_FOUND`: you have none of that month.',
    422: 'The month is missing or invalid.',
  })
  async monthlyInvoicesPdf(@CurrentActor() actor: Actor, @Query() { month }: MonthQuery) {
    return toDownload(await this.invoices.generateMonthPdf(actor, month));
  }

  /** One of your invoices or credit notes, as PDF. */
  @Get(':id/pdf')
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiFile('A file named `{number}.pdf`.', 'application/pdf')
  @ApiErrors({ 404: '`INVOICE_NOT_FOUND`: you have no such invoice.' })
  async invoicePdf(@CurrentActor() actor: Actor, @Param('id', ParseIdPipe) id: number) {
    return toDownload(await this.invoices.generatePdf(actor, id));
  }
}

@ApiTags('Profile')
@Controller('user/billing-details')
export class BillingDetailsController {
  constructor(private readonly invoices: InvoiceService) {}

  /** The name and address on your invoices. */
  @Get()
  @Authenticated('user')
  @AllowApiKey('read')
  getBillingDetails(@CurrentActor() actor: Actor): Promise<BillingDetailsData> {
    return this.invoices.getBillingDetails(actor);
  }

  /** Replaces the name and address on your invoices. Invoices that were issued keep theirs. */
  @Put()
  @Authenticated('user')
  @OwnerOnly()
  @ApiErrors({ 422: 'The name or the address is missing, or a field is invalid.' })
  saveBillingDetails(
    @CurrentActor() actor: Actor,
    @Body() body: SaveBillingDetailsDto,
  ): Promise<BillingDetailsData> {
    return this.invoices.saveBillingDetails(actor, body);
  }
}

@ApiTags('Admin analytics')
@Controller('admin/invoices')
export class StaffInvoiceController {
  constructor(
    private readonly invoices: InvoiceService,
    private readonly issued: IssuedInvoicesService,
  ) {}

  /** Invoices and credit notes of all customers that were issued in a month, newest first. */
  @Get()
  @StaffOnly('reports.read')
  @ApiErrors({ 422: 'The month is invalid.' })
  adminListInvoices(@Query() query: ListInvoicesQuery): Promise<StaffInvoicesData> {
    return this.issued.list(query);
  }

  /** An invoice or credit note as the customer has it. */
  @Get(':id/pdf')
  @StaffOnly('reports.read')
  @ApiFile('A file named `{number}.pdf`.', 'application/pdf')
  @ApiErrors({ 404: '`INVOICE_NOT_FOUND`: no invoice has this id.' })
  async adminInvoicePdf(@Param('id', ParseIdPipe) id: number) {
    return toDownload(await this.invoices.generatePdf(null, id));
  }
}
