import { Body, Get, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { SandboxController } from '../sandbox-controller.decorator';
import { ChargesService, type ListQuery } from './charges.service';
import { RequiresSecretKey, SecretKey, SimulatedResponses } from './korapay-responses';
import { PayoutsService } from './payouts.service';
import { RefundsService } from './refunds.service';
import { VirtualAccountsService } from './virtual-accounts.service';

/** The part of Korapay's merchant API that the platform uses. */
@SandboxController('korapay/merchant/api/v1')
@UseInterceptors(SimulatedResponses, RequiresSecretKey)
export class KorapayController {
  constructor(
    private readonly charges: ChargesService,
    private readonly refunds: RefundsService,
    private readonly payouts: PayoutsService,
    private readonly accounts: VirtualAccountsService,
  ) {}

  @Post('charges/initialize')
  initializeCharge(@SecretKey() key: string, @Body() body: unknown) {
    return this.charges.initialize(key, body);
  }

  @Get('charges/:reference')
  findCharge(@Param('reference') reference: string) {
    return this.charges.find(reference);
  }

  @Get('pay-ins')
  listPayIns(@Query() query: ListQuery) {
    return this.charges.list(query);
  }

  @Get('payouts')
  listPayouts(@Query() query: ListQuery) {
    return this.payouts.list(query);
  }

  @Get('payouts/:reference/transactions')
  listPayoutItems(@Param('reference') reference: string, @Query() query: ListQuery) {
    return this.payouts.listItems(reference, query);
  }

  @Get('balances')
  showBalances() {
    return this.charges.balances();
  }

  @Post('virtual-bank-account')
  openAccount(@SecretKey() key: string, @Body() body: unknown) {
    return this.accounts.open(key, body);
  }

  @Get('virtual-bank-account/transactions')
  listTransfers(@Query('account_number') number = '') {
    return this.accounts.listTransfers(number);
  }

  @Get('virtual-bank-account/:reference')
  findAccount(@Param('reference') reference: string) {
    return this.accounts.find(reference);
  }

  @Post('virtual-bank-account/sandbox/credit')
  creditAccount(@SecretKey() key: string, @Body() body: unknown) {
    return this.accounts.credit(key, body);
  }

  @Post('refunds/initiate')
  initiateRefund(@Body() body: unknown) {
    return this.refunds.initiate(body);
  }

  @Get('refunds/:reference')
  findRefund(@Param('reference') reference: string) {
    return this.refunds.find(reference);
  }
}
