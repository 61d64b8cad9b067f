import { Module } from '@nestjs/common';
import { StaffRolesService } from './staff-roles.service';
import { UserAdministrationService } from './user-administration.service';

/** Apart from the users, for commands, which need nothing else of them. */
@Module({
  providers: [UserAdministrationService, StaffRolesService],
  exports: [UserAdministrationService, StaffRolesService],
})
export class UserAdministrationModule {}
