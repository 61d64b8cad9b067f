import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import { toPage } from '../../common/http/pagination.dto';
import type { Actor, SessionActor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { AdminUsersService } from './admin-users.service';
import {
  AdminUserData,
  AdminUserListData,
  toAdminUserDetail,
  toAdminUserList,
  AdminUserCreatedData,
  AdminUserUpdatedData,
  FundWalletData,
  toFundWallet,
  toUserCreated,
  toUserUpdated,
} from './users.response';
import { CreateUserDto, UpdateUserDto, FundWalletDto, ListUsersQuery } from './users.dto';
import { UserClosureService } from './user-closure.service';
import { toOutcome, type ProposalData } from '../wallet-corrections/wallet-corrections.dto';
import { ProposesAboveLimit, ProposesToOthers } from '../wallet-corrections/proposes.decorator';
import { StaffMovementsService } from '../wallet-corrections/staff-movements.service';

const PER_PAGE = 15;

@ApiTags('Admin users')
@Controller('admin/users')
export class AdminUsersController {
  constructor(
    private readonly users: AdminUsersService,
    private readonly closure: UserClosureService,
    private readonly movements: StaffMovementsService,
  ) {}

  /** Users with their balance, proxies and spending, newest first. Closed accounts are not listed. */
  @Get()
  @Authenticated('admin', 'sub-admin')
  async adminListUsers(
    @CurrentActor() actor: Actor,
    @Query() query: ListUsersQuery,
  ): Promise<AdminUserListData> {
    const [users, statistics] = await this.users.list(
      actor,
      query,
      toPage(query, PER_PAGE),
      query.exact_total,
    );
    return toAdminUserList(users, statistics);
  }

  /** One user. */
  @Get(':id')
  @Authenticated('admin', 'sub-admin')
  @ApiErrors({ 404: 'No open account has this id.' })
  @Envelope({ name: 'AdminUserDetail' })
  async adminGetUser(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<AdminUserData> {
    return toAdminUserDetail(await this.users.get(actor, id));
  }

  /**
   * Creates a user with a verified e-mail address; one of the staff needs a sign-in within the last 15 minutes.
   *
   * The account of an admin is inactive until another admin approves it, where somebody else has been one for 24 hours;
   * without anyone else, it is active at once, and `message` says so.
   */
  @Post()
  @Authenticated('admin')
  @ProposesToOthers()
  @ApiCreatedResponse({ type: AdminUserCreatedData })
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    422: 'A field is missing or invalid, or `errors.email`: the address is taken.',
  })
  async adminCreateUser(
    @CurrentActor() actor: SessionActor,
    @Body() body: CreateUserDto,
  ): Promise<AdminUserCreatedData | ProposalData> {
    return toUserCreated(await this.users.create(actor, body), actor.name);
  }

  /**
   * Changes a user. A new role, a status other than active and a new e-mail address end the user's sessions
   * immediately. A new address and a role of the staff need a sign-in within the last 15 minutes. The address is
   * unverified until its owner opens the mailed link, and is announced to both addresses.
   *
   * To make somebody an admin, and to give another admin a new address, is proposed to the other admins: somebody else who
   * has been an admin for 24 hours approves it. Without anyone else, it is done at once, and `message` says so.
   */
  @Put(':id')
  @Authenticated('admin')
  @ProposesToOthers(AdminUserUpdatedData)
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    404: 'No open account has this id.',
    409: '`LAST_ADMIN`: the last admin cannot be demoted or suspended. `BALANCE_NOT_ZERO`, `MONEY_OWED` or `WORK_IN_PROGRESS`: a customer with money does not become staff. `PROPOSAL_OPEN`.',
    422: 'A field is invalid.',
  })
  async adminUpdateUser(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateUserDto,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    return toUserUpdated(await this.users.update(actor, id, body));
  }

  /** Closes an account permanently: personal data is erased, ledger entries are kept. */
  @Delete(':id')
  @Authenticated('admin')
  @ApiErrors({
    404: 'No open account has this id.',
    409: '`BALANCE_NOT_ZERO`, `WORK_IN_PROGRESS` or `LAST_ADMIN`: the account cannot be closed now.',
  })
  async adminDeleteUser(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    return this.closure.close(actor, id).then(() => message('User deleted successfully!'));
  }

  /** Credits a customer's wallet, above the limit of the settings only when another admin has approved it. */
  @Post(':id/fund-wallet')
  @HttpCode(200)
  @Authenticated('admin')
  @Idempotent()
  @ProposesAboveLimit(FundWalletData)
  @ApiErrors({
    404: 'No open account has this id.',
    409: '`STAFF_NOT_FUNDED`: the wallet of staff is not funded.',
    422: '`errors.amount`: not a whole number of at least 1,000.',
  })
  async adminFundWallet(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { amount }: FundWalletDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<FundWalletData | ProposalData> {
    return toOutcome(await this.movements.fund(actor, id, amount, key), toFundWallet);
  }
}
