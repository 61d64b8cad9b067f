import { Envelope, ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { CheckedTransfersData, NairaAccountData, OpenNairaAccountDto } from './naira-accounts.dto';
import { NairaAccountsService } from './naira-accounts.service';
import { TransfersService } from './transfers.service';

/** Calls a minute and person: each asks the bank. */
const REQUESTS_PER_MINUTE = 10;

@ApiTags('Payments')
@Controller('user/naira-account')
export class NairaAccountsController {
  constructor(
    private readonly accounts: NairaAccountsService,
    private readonly transfers: TransfersService,
  ) {}

  /** Your account number at a bank: what is transferred to it is in your wallet within a minute. */
  @Get()
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  getNairaAccount(@CurrentActor() actor: Actor): Promise<NairaAccountData> {
    return this.accounts.get(actor);
  }

  /** Asks the bank for an account number in your name, once. Your BVN or NIN is passed on and not stored. */
  @Post()
  @RateLimit('naira-account', REQUESTS_PER_MINUTE)
  @Authenticated('user')
  @OwnerOnly()
  @ApiErrors({
    409: '`NAIRA_ACCOUNT_EXISTS`: you have one, or the bank has not answered yet. `ACTS_FOR_TEAM`: you joined a team meanwhile.',
    422: 'A BVN or a NIN of 11 digits is missing.',
    502: '`NAIRA_ACCOUNT_REFUSED`: the bank opened none. `NAIRA_ACCOUNT_UNKNOWN`: it did not answer; look again later.',
    503: '`NAIRA_ACCOUNTS_DISABLED`: they are not offered.',
  })
  openNairaAccount(
    @CurrentActor() actor: Actor,
    @Body() body: OpenNairaAccountDto,
  ): Promise<NairaAccountData> {
    return this.accounts.open(actor, body);
  }

  /** Asks the bank for transfers that have not been credited yet, and credits them. Idempotent. */
  @Post('check')
  @HttpCode(200)
  @RateLimit('naira-account', REQUESTS_PER_MINUTE)
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('wallet')
  @ApiErrors({
    404: '`NO_NAIRA_ACCOUNT`: you have none.',
    502: '`TRANSFERS_UNKNOWN`: the bank did not answer.',
  })
  @Envelope({ message: true })
  checkTransfers(@CurrentActor() actor: Actor): Promise<CheckedTransfersData> {
    return this.transfers.check(actor);
  }
}
