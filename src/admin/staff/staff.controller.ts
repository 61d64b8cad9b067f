import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StaffOnly } from '../../common/security/access.decorators';
import { PERMISSIONS_DATA, type PermissionsData } from './staff.dto';

@ApiTags('Admin staff')
@Controller('admin')
export class StaffController {
  /** What a role can let staff do, and sets to start one from. */
  @Get('permissions')
  @StaffOnly('staff.manage')
  adminListPermissions(): PermissionsData {
    return PERMISSIONS_DATA;
  }
}
