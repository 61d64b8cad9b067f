import {
  ApiErrors,
  ApiFile,
  Envelope,
  IdempotencyKey,
  Idempotent,
  toDownload,
} from '../../common/http/api.decorators';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { message, MessageResponse, ReasonDto } from '../../common/http/common.dto';
import { SearchQuery } from '../../common/http/pagination.dto';
import type { Actor, SessionActor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { AdminUsersService } from './admin-users.service';
import {
  AdminUserCreatedData,
  AdminUserData,
  AdminUserListData,
  AdminUserUpdatedData,
  CreateUserDto,
  ExportUsersDto,
  ListUsersQuery,
  SessionsEndedData,
  FundWalletData,
  FundWalletDto,
  UpdateUserDto,
  UserAllowedAddressesData,
  UserPaymentsData,
  UserPurchasesData,
  UserWalletData,
} from './users.dto';
import { SHEET_TYPES } from '../exports/sheet-file';
import { UserListService } from './user-list.service';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { TwoFactorService } from '../../auth/two-factor/two-factor.service';
import type { ProposalData } from '../wallet-corrections/wallet-corrections.dto';
import { NeedsApprovalAboveLimit, NeedsApproval } from '../wallet-corrections/proposes.decorator';
import { StaffMovementsService } from '../wallet-corrections/staff-movements.service';

const UNKNOWN = 'No open account has this id.';

@ApiTags('Admin users')
@Controller('admin/users')
export class AdminUsersController {
  constructor(
    private readonly users: AdminUsersService,
    private readonly list: UserListService,
    private readonly twoFactor: TwoFactorService,
    private readonly movements: StaffMovementsService,
  ) {}

  /** Users with their balance, proxies and spending, newest first. Closed accounts are not listed. */
  @Get()
  @StaffOnly('users.read')
  adminListUsers(
    @CurrentActor() actor: Actor,
    @Query() query: ListUsersQuery,
  ): Promise<AdminUserListData> {
    return this.list.list(actor, query);
  }

  /** All users that match, as a file named `users-{date}.csv` or `.xlsx`. The export itself is audited. */
  @Post('export')
  @HttpCode(200)
  @StaffOnly('lists.export')
  @ApiErrors({ 422: 'A filter is invalid, or a workbook would have more than a million rows.' })
  @ApiFile('The file.', 'text/csv', SHEET_TYPES.xlsx)
  async adminExportUsers(
    @CurrentActor() actor: Actor,
    @Body() body: ExportUsersDto,
  ): Promise<StreamableFile> {
    return toDownload(await this.list.export(actor, body));
  }

  /** One user. */
  @Get(':id')
  @StaffOnly('users.read')
  @ApiErrors({ 404: UNKNOWN })
  @Envelope({ name: 'AdminUserDetail' })
  async adminGetUser(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<AdminUserData> {
    return { user: await this.list.get(actor, id) };
  }

  /**
   * Creates a user with a verified e-mail address; one of the staff needs a sign-in within the last 15 minutes.
   *
   * The account of an admin is inactive until another admin approves it, where somebody else has been one for 24 hours;
   * without anyone else, it is active at once, and `message` says so.
   */
  @Post()
  @StaffOnly('users.manage')
  @NeedsApproval()
  @ApiCreatedResponse({ type: AdminUserCreatedData })
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    422: 'A field is missing or invalid, or `errors.email`: the address is taken.',
  })
  adminCreateUser(
    @CurrentActor() actor: SessionActor,
    @Body() body: CreateUserDto,
  ): Promise<AdminUserCreatedData | ProposalData> {
    return this.users.create(actor, body);
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
  @StaffOnly('users.manage')
  @NeedsApproval(AdminUserUpdatedData)
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    404: UNKNOWN,
    409: '`INVITATION_OPEN`: somebody who is invited to the staff and has not accepted. `LAST_ADMIN`: the last admin cannot be demoted or suspended. `BALANCE_NOT_ZERO`, `MONEY_OWED` or `WORK_IN_PROGRESS`: a customer with money does not become staff. `PROPOSAL_OPEN`.',
    422: 'A field is invalid.',
  })
  adminUpdateUser(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateUserDto,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    return this.users.update(actor, id, body);
  }

  /** Closes an account permanently: personal data is erased, ledger entries are kept. */
  @Delete(':id')
  @StaffOnly('users.manage')
  @ApiErrors({
    404: UNKNOWN,
    409: '`BALANCE_NOT_ZERO`, `WORK_IN_PROGRESS` or `LAST_ADMIN`: the account cannot be closed now.',
  })
  async adminDeleteUser(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    return this.users.close(actor, id).then(() => message('User deleted successfully!'));
  }

  /** Credits a customer's wallet, above the limit of the settings only when another admin has approved it. */
  @Post(':id/fund-wallet')
  @HttpCode(200)
  @StaffOnly('wallets.manage')
  @Idempotent()
  @NeedsApprovalAboveLimit(FundWalletData)
  @ApiErrors({
    404: UNKNOWN,
    409: '`STAFF_NOT_FUNDED`: the wallet of staff is not funded.',
    422: '`errors.amount`: not a whole number of at least 1,000.',
  })
  adminFundWallet(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { amount }: FundWalletDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<FundWalletData | ProposalData> {
    return this.movements.fund(actor, id, amount, key);
  }

  /** Suspends a user: sessions end immediately and all proxies go out of service. */
  @ApiOkResponse({ type: AdminUserUpdatedData })
  @Envelope({ message: true })
  @StaffAction('users.manage', ':id/suspend', {
    404: UNKNOWN,
    409: '`ALREADY_SUSPENDED`, `INVITATION_OPEN`, or `LAST_ADMIN`: the last admin cannot be suspended.',
  })
  adminSuspendUser(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    return this.users.setStatus(actor, id, 'suspended', reason);
  }

  /**
   * Reactivates a suspended or inactive user; the proxies that went out of service with it work again. An admin is
   * brought back by another admin's approval, where there is one.
   */
  @NeedsApproval(AdminUserUpdatedData)
  @StaffAction('users.manage', ':id/reactivate', {
    404: UNKNOWN,
    409: '`ALREADY_ACTIVE`, `INVITATION_OPEN` or `PROPOSAL_OPEN`.',
  })
  adminReactivateUser(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminUserUpdatedData | ProposalData> {
    return this.users.setStatus(actor, id, 'active', reason);
  }

  /**
   * Signs a user out everywhere, immediately. Of your own account the present session stays. Needs a sign-in
   * within the last 15 minutes.
   */
  @Post(':id/end-sessions')
  @HttpCode(200)
  @StaffOnly('users.manage')
  @ApiErrors({ 403: 'REAUTHENTICATION_REQUIRED.', 404: UNKNOWN })
  @Envelope({ message: true })
  adminEndSessions(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<SessionsEndedData> {
    return this.users.endSessions(actor, id);
  }

  /**
   * Removes the two-factor setup of a customer who lost both the app and the recovery codes, and ends the
   * sessions. Needs a sign-in within the last 15 minutes.
   */
  @StaffAction('users.manage', ':id/reset-two-factor', {
    403: 'REAUTHENTICATION_REQUIRED.',
    404: UNKNOWN,
    409: 'SECOND_FACTOR_OFF.',
  })
  async adminResetCustomerTwoFactor(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<MessageResponse> {
    await this.twoFactor.resetCustomer(actor, id, reason);
    return message('Two-factor authentication was reset. The customer was notified by email.');
  }

  /** The addresses from which a customer's proxies can be used without a password. */
  @Get(':id/allowed-addresses')
  @StaffOnly('users.read')
  @ApiErrors({ 404: UNKNOWN })
  adminGetAllowedAddresses(
    @Param('id', ParseIdPipe) id: number,
  ): Promise<UserAllowedAddressesData> {
    return this.users.listAllowedAddresses(id);
  }

  /**
   * Removes one address when the customer asks for it. Connections that it had opened without a password are closed at
   * every gateway within five seconds.
   */
  @Delete(':id/allowed-addresses/:addressId')
  @StaffOnly('users.manage')
  @ApiErrors({ 404: 'No open account has this id, or the customer no longer allows the address.' })
  adminRemoveAllowedAddress(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('addressId', ParseIdPipe) addressId: number,
  ): Promise<UserAllowedAddressesData> {
    return this.users.removeAllowedAddress(actor, id, addressId);
  }

  /** Orders, newest first. Searches id, type, country by code or name, and status. */
  @StaffOnly('money.read')
  @ApiErrors({ 404: UNKNOWN })
  @Get(':id/purchases')
  adminUserPurchases(
    @Param('id', ParseIdPipe) id: number,
    @Query() query: SearchQuery,
  ): Promise<UserPurchasesData> {
    return this.list.getPurchases(id, query);
  }

  /** Payments in and out of any status, newest first. Searches reference, type, method and status. */
  @StaffOnly('money.read')
  @ApiErrors({ 404: UNKNOWN })
  @Get(':id/payments')
  adminUserPayments(
    @Param('id', ParseIdPipe) id: number,
    @Query() query: SearchQuery,
  ): Promise<UserPaymentsData> {
    return this.list.getPayments(id, query);
  }

  /** Wallet transactions, newest first. Searches reference, description and direction. */
  @StaffOnly('money.read')
  @ApiErrors({ 404: UNKNOWN })
  @Get(':id/wallet')
  adminUserWallet(
    @Param('id', ParseIdPipe) id: number,
    @Query() query: SearchQuery,
  ): Promise<UserWalletData> {
    return this.list.getWallet(id, query);
  }
}
