import { Body, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SandboxController } from '../sandbox-controller.decorator';
import { send } from './korapay-responses';
import { ChargesService } from './charges.service';
import { PayoutsService } from './payouts.service';
import { RefundsService } from './refunds.service';
import { VirtualAccountsService } from './virtual-accounts.service';

/** The part of Korapay's merchant API that the platform uses. */
@SandboxController('korapay/merchant/api/v1')
export class KorapayController {
  constructor(
    private readonly charges: ChargesService,
    private readonly refunds: RefundsService,
    private readonly payouts: PayoutsService,
    private readonly accounts: VirtualAccountsService,
  ) {}

  @Post('charges/initialize')
  async initializeCharge(
    @Headers('authorization') key: string | undefined,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.charges.initialize(key, body));
  }

  @Get('charges/:reference')
  async findCharge(
    @Headers('authorization') key: string | undefined,
    @Param('reference') reference: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.charges.find(key, reference));
  }

  @Get('pay-ins')
  async listPayIns(
    @Headers('authorization') key: string | undefined,
    @Query() query: Record<string, string | undefined>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.charges.list(key, query));
  }

  @Get('payouts')
  async listPayouts(
    @Headers('authorization') key: string | undefined,
    @Query() query: Record<string, string | undefined>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.payouts.list(key, query));
  }

  @Get('payouts/:reference/transactions')
  async listPayoutItems(
    @Headers('authorization') key: string | undefined,
    @Param('reference') reference: string,
    @Query() query: Record<string, string | undefined>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.payouts.listItems(key, reference, query));
  }

  @Get('balances')
  async showBalances(
    @Headers('authorization') key: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.charges.balances(key));
  }

  @Post('virtual-bank-account')
  async openAccount(
    @Headers('authorization') key: string | undefined,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.accounts.open(key, body));
  }

  @Get('virtual-bank-account/transactions')
  async listTransfers(
    @Headers('authorization') key: string | undefined,
    @Query('account_number') number: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.accounts.listTransfers(key, number ?? ''));
  }

  @Get('virtual-bank-account/:reference')
  async findAccount(
    @Headers('authorization') key: string | undefined,
    @Param('reference') reference: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.accounts.find(key, reference));
  }

  @Post('virtual-bank-account/sandbox/credit')
  async creditAccount(
    @Headers('authorization') key: string | undefined,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.accounts.credit(key, body));
  }

  @Post('refunds/initiate')
  async initiateRefund(
    @Headers('authorization') key: string | undefined,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.refunds.initiate(key, body));
  }

  @Get('refunds/:reference')
  async findRefund(
    @Headers('authorization') key: string | undefined,
    @Param('reference') reference: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.refunds.find(key, reference));
  }
}
