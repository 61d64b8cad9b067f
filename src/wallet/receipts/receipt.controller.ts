import { Controller, Get, Param, ParseIntPipe, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey } from '../../common/security/allow-api-key.decorator';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { TransactionReceiptService } from './receipt.service';
import type { ReceiptFile } from './receipt.types';

@ApiTags('Payments')
@Controller('payments/transactions')
export class ReceiptController {
  constructor(private readonly receipts: TransactionReceiptService) {}

  /** The receipt of one of your completed top-ups, purchases or refunds, as PDF. */
  @Get(':id/receipt')
  @Authenticated()
  @AllowApiKey('read')
  @ApiOkResponse({
    description: 'A file named `receipt-{reference}.pdf`.',
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiErrors({ 404: 'RECEIPT_NOT_FOUND: unknown, not completed, or of another type.' })
  async transactionReceipt(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<StreamableFile> {
    return toPdfFile(await this.receipts.generate(actor, id));
  }
}

const toPdfFile = ({ name, content }: ReceiptFile): StreamableFile =>
  new StreamableFile(content, {
    type: 'application/pdf',
    disposition: `attachment; filename="${name}"`,
    length: content.length,
  });
