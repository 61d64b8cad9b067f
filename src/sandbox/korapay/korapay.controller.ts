import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SandboxController } from '../sandbox-controller.decorator';
import { ChargesService, type ListQuery } from './charges.service';
import { answer } from './korapay-responses';
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
  initializeCharge(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() body: unknown,
  ) {
    return answer(request, reply, (key) => this.charges.initialize(key, body));
  }

  @Get('charges/:reference')
  findCharge(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('reference') reference: string,
  ) {
    return answer(request, reply, () => this.charges.find(reference));
  }

  @Get('pay-ins')
  listPayIns(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: ListQuery,
  ) {
    return answer(request, reply, () => this.charges.list(query));
  }

  @Get('payouts')
  listPayouts(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: ListQuery,
  ) {
    return answer(request, reply, () => this.payouts.list(query));
  }

  @Get('payouts/:reference/transactions')
  listPayoutItems(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('reference') reference: string,
    @Query() query: ListQuery,
  ) {
    return answer(request, reply, () => this.payouts.listItems(reference, query));
  }

  @Get('balances')
  showBalances(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return answer(request, reply, () => this.charges.balances());
  }

  @Post('virtual-bank-account')
  openAccount(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body: unknown) {
    return answer(request, reply, (key) => this.accounts.open(key, body));
  }

  @Get('virtual-bank-account/transactions')
  listTransfers(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('account_number') number?: string,
  ) {
    return answer(request, reply, () => this.accounts.listTransfers(number ?? ''));
  }

  @Get('virtual-bank-account/:reference')
  findAccount(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('reference') reference: string,
  ) {
    return answer(request, reply, () => this.accounts.find(reference));
  }

  @Post('virtual-bank-account/sandbox/credit')
  creditAccount(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Body() body: unknown) {
    return answer(request, reply, (key) => this.accounts.credit(key, body));
  }

  @Post('refunds/initiate')
  initiateRefund(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() body: unknown,
  ) {
    return answer(request, reply, () => this.refunds.initiate(body));
  }

  @Get('refunds/:reference')
  findRefund(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('reference') reference: string,
  ) {
    return answer(request, reply, () => this.refunds.find(reference));
  }
}
