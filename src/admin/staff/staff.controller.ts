import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { InvitationTokenDto, LoginData, REGISTRATIONS_PER_ADDRESS } from '../../auth/auth.types';
import { ApiErrors, Envelope, RateLimit } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import {
  CurrentActor,
  CurrentClient,
  Public,
  StaffOnly,
} from '../../common/security/access.decorators';
import type { ClientInfo, SessionActor } from '../../common/security/actor';
import { NeedsApproval } from '../wallet-corrections/proposes.decorator';
import type { ProposalData } from '../wallet-corrections/wallet-corrections.dto';
import { RolesService } from './roles.service';
import {
  AcceptStaffInvitationDto,
  InviteStaffDto,
  PERMISSIONS_DATA,
  type PermissionsData,
  RoleDto,
  RoleResponse,
  StaffInvitationOfferData,
  StaffMemberData,
  StaffRoleDto,
} from './staff.dto';
import { StaffService } from './staff.service';

const RECENT =
  'REAUTHENTICATION_REQUIRED, or PERMISSIONS_NOT_HELD: nobody gives a permission that they do not have.';
const NO_ROLE = 'ROLE_NOT_FOUND.';

@ApiTags('Admin staff')
@Controller('admin')
export class StaffController {
  constructor(
    private readonly staff: StaffService,
    private readonly roles: RolesService,
  ) {}

  /** What a role can let staff do, and sets to start one from. */
  @Get('permissions')
  @StaffOnly('staff.manage')
  adminListPermissions(): PermissionsData {
    return PERMISSIONS_DATA;
  }

  /** Roles of staff. Admin and Sub-admin are built in. */
  @Get('roles')
  @StaffOnly('staff.manage')
  @Envelope({ name: 'Roles', description: 'The built-in ones first.' })
  adminListRoles(): Promise<RoleResponse[]> {
    return this.roles.list();
  }

  /** Makes a role. Needs a sign-in within the last 15 minutes. */
  @Post('roles')
  @StaffOnly('staff.manage')
  @Envelope({ name: 'SavedRole', message: true })
  @ApiErrors({ 403: RECENT, 422: 'A field is invalid, or `errors.name`: another role has it.' })
  adminCreateRole(
    @CurrentActor() actor: SessionActor,
    @Body() body: RoleDto,
  ): Promise<RoleResponse> {
    return this.roles.create(actor, body);
  }

  /**
   * Changes a role, for its members from their next call on. Of a built-in role only the allowed addresses and whether two-factor
   * authentication is required can be changed.
   */
  @Put('roles/:id')
  @StaffOnly('staff.manage')
  @Envelope({ name: 'SavedRole', message: true })
  @ApiErrors({
    403: RECENT,
    404: NO_ROLE,
    409: '`ROLE_FIXED`; `ROLE_HAS_MEMBERS`: permissions that another admin has to approve are not added while people have the role; `SECOND_FACTOR_OFF`: your own account has none.',
    422: 'A field is invalid, or `errors.allowed_addresses`: your own address is not among them.',
  })
  adminUpdateRole(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: RoleDto,
  ): Promise<RoleResponse> {
    return this.roles.update(actor, id, body);
  }

  /** Removes a role. Its members can do nothing until they are given another. */
  @Delete('roles/:id')
  @StaffOnly('staff.manage')
  @ApiErrors({ 403: RECENT, 404: NO_ROLE, 409: '`ROLE_FIXED`.' })
  async adminRemoveRole(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.roles.remove(actor, id);
    return message('The role was removed.');
  }

  /** Everybody on the staff, and who is invited. */
  @Get('staff')
  @StaffOnly('staff.manage')
  @Envelope({ name: 'Staff', description: 'By name.' })
  adminListStaff(): Promise<StaffMemberData[]> {
    return this.staff.list();
  }

  /**
   * Invites somebody by mail to choose a name and password within 72 hours. A role with permissions that move money or rights needs
   * another admin's approval, where there is one; the mail is sent then.
   */
  @Post('staff')
  @StaffOnly('staff.manage')
  @NeedsApproval()
  @ApiCreatedResponse({ type: StaffMemberData })
  @ApiErrors({
    403: RECENT,
    404: NO_ROLE,
    422: 'A field is invalid, or `errors.email`: the address has an account.',
  })
  adminInviteStaff(
    @CurrentActor() actor: SessionActor,
    @Body() body: InviteStaffDto,
  ): Promise<StaffMemberData | ProposalData> {
    return this.staff.invite(actor, body);
  }

  /** Mails an invitation again, for another 72 hours. The link of the former mail stops working. */
  @Post('staff/:id/resend')
  @HttpCode(200)
  @Envelope({ message: true })
  @StaffOnly('staff.manage')
  @ApiErrors({
    403: RECENT,
    404: 'Nobody with this id has an open invitation.',
    409: '`INVITATION_AWAITS_APPROVAL`.',
  })
  adminResendInvitation(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<StaffMemberData> {
    return this.staff.resend(actor, id);
  }

  /** Gives a member of staff another role, and ends their sessions. As with an invitation, another admin may have to approve it. */
  @Put('staff/:id')
  @StaffOnly('staff.manage')
  @NeedsApproval(StaffMemberData)
  @ApiErrors({
    403: RECENT,
    404: 'STAFF_NOT_FOUND or ROLE_NOT_FOUND.',
    409: '`SAME_ROLE`, `INVITATION_OPEN`, `PROPOSAL_OPEN`, or `LAST_ADMIN`.',
    422: 'A field is invalid.',
  })
  adminChangeStaffRole(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { role_id }: StaffRoleDto,
  ): Promise<StaffMemberData | ProposalData> {
    return this.staff.changeRole(actor, id, role_id);
  }

  /** Removes a member of staff or an invitation: the account is closed, what it did stays in the audit trail. */
  @Delete('staff/:id')
  @StaffOnly('staff.manage')
  @ApiErrors({ 403: RECENT, 404: 'STAFF_NOT_FOUND.', 409: '`LAST_ADMIN`.' })
  async adminRemoveStaff(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.staff.remove(actor, id);
    return message('The account was removed.');
  }
}

/** For whoever has the link of the mail. */
@ApiTags('Admin staff')
@Controller('auth/staff-invitation')
export class StaffInvitationController {
  constructor(private readonly staff: StaffService) {}

  /** What an invitation offers. */
  @Get()
  @Public()
  @RateLimit('staff-invitation', 60)
  @Header('cache-control', 'no-store')
  @ApiErrors({ 404: 'STAFF_INVITATION_INVALID.', 422: 'The token is missing.' })
  getStaffInvitation(@Query() { token }: InvitationTokenDto): Promise<StaffInvitationOfferData> {
    return this.staff.getOffer(token);
  }

  /** Accepts an invitation with a name and password, and signs in. */
  @Post()
  @HttpCode(200)
  @Public()
  @RateLimit('register', REGISTRATIONS_PER_ADDRESS)
  @Envelope({ message: true })
  @ApiErrors({
    403: 'STAFF_ADDRESS.',
    404: 'STAFF_INVITATION_INVALID.',
    422: 'A field is invalid.',
  })
  acceptStaffInvitation(
    @Body() body: AcceptStaffInvitationDto,
    @CurrentClient() client: ClientInfo,
  ): Promise<LoginData> {
    return this.staff.accept(body, client);
  }
}
