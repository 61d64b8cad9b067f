import { Controller, Delete, Get, Header, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../common/http/api.decorators';
import { message, MessageResponse } from '../common/http/common.dto';
import type { Actor, SessionActor } from '../common/security/actor';
import {
  MoreThanRead,
  Authenticated,
  OwnAccount,
  CurrentActor,
} from '../common/security/access.decorators';
import { AccountClosureService } from './account-closure.service';
import { AccountExportQuery } from './account.dto';
import { AccountExportService } from './account-export.service';

/** Per minute and person. */
const EXPORTS_PER_MINUTE = 20;

@ApiTags('Profile')
@Controller('user')
export class AccountController {
  constructor(
    private readonly exports: AccountExportService,
    private readonly closure: AccountClosureService,
  ) {}

  /**
   * Exports everything that the shop stores about you, without passwords and secrets. As JSON all sections in `data`, as CSV one
   * section. Money is in naira with two decimals, times are in UTC.
   */
  @Get('export')
  @MoreThanRead()
  @Authenticated('user')
  @OwnAccount()
  @RateLimit('account-export', EXPORTS_PER_MINUTE)
  @Header('Cache-Control', 'no-store')
  @ApiOkResponse({
    description: 'A file named `account-{id}.json` or `account-{id}-{section}.csv`.',
    content: {
      'application/json': { schema: { type: 'string', format: 'binary' } },
      'text/csv': { schema: { type: 'string', format: 'binary' } },
    },
  })
  async exportAccount(
    @CurrentActor() actor: Actor,
    @Query() { format, section }: AccountExportQuery,
  ): Promise<StreamableFile> {
    const { name, type, content } = await this.exports.open(actor, format ?? 'json', section);
    return new StreamableFile(content, { type, disposition: `attachment; filename="${name}"` });
  }

  /**
   * Deletes your account for good. Proxies stop, unused traffic and time are lost, sessions, API keys and webhooks end,
   * and personal data is erased. Records of payments stay. Needs a recent sign-in; API keys cannot call it.
   */
  @Delete()
  @Authenticated('user')
  @OwnAccount()
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED: the sign-in is 15 minutes ago or more.',
    409: '`BALANCE_NOT_ZERO`, `MONEY_OWED` or `WORK_IN_PROGRESS`: the account cannot be deleted now. `errors.review` names the top-up whose money is under review.',
  })
  async deleteAccount(@CurrentActor() actor: SessionActor): Promise<MessageResponse> {
    await this.closure.deleteOwn(actor);
    return message('Your account was deleted.');
  }
}
