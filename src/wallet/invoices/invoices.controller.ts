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
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { PageQuery } from '../../common/http/page-query.dto';
import { toPage } from '../../common/http/pagination';
import { ParseIdPipe } from '../../common/http/parse-id.pipe';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey } from '../../common/security/allow-api-key.decorator';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { OwnerOnly } from '../../common/security/team-access.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import type { ReceiptFile } from '../receipts/receipt.types';
import {
  InvoiceListResponse,
  IssuedInvoiceResponse,
  toInvoiceList,
  toIssuedInvoice,
} from './dto/invoice.response';
import { IssueInvoiceDto } from './dto/issue-invoice.dto';
import { InvoicesService } from './invoices.service';

const PER_PAGE = 15;

@ApiTags('Payments')
@Controller('user/invoices')
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  /** Your invoices and credit notes, newest first. */
  @Get()
  @Authenticated('user')
  @AllowApiKey('read')
  async listInvoices(
    @CurrentActor() actor: Actor,
    @Query() query: PageQuery,
  ): Promise<InvoiceListResponse> {
    return toInvoiceList(await this.invoices.list(actor, toPage(query, PER_PAGE)));
  }

  /**
   * Issues the invoice of one of your completed purchases, renewals or additions of traffic. It names your billing
   * details. A transaction has one invoice: a repeated call returns it. Refunds, earlier and later ones, get credit notes.
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
  async issueInvoice(
    @CurrentActor() actor: Actor,
    @Body() { transaction_id }: IssueInvoiceDto,
  ): Promise<IssuedInvoiceResponse> {
    return toIssuedInvoice(await this.invoices.issue(actor, transaction_id));
  }

  /** One of your invoices or credit notes, as PDF. */
  @Get(':id/pdf')
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiOkResponse({
    description: 'A file named `{number}.pdf`.',
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiErrors({ 404: '`INVOICE_NOT_FOUND`: you have no such invoice.' })
  async invoicePdf(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<StreamableFile> {
    return toPdfFile(await this.invoices.generatePdf(actor, id));
  }
}

const toPdfFile = ({ name, content }: ReceiptFile): StreamableFile =>
  new StreamableFile(content, {
    type: 'application/pdf',
    disposition: `attachment; filename="${name}"`,
    length: content.length,
  });
