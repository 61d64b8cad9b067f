import { Module } from '@nestjs/common';
import { UserAdministrationRepository } from './user-administration.repository';
import { UserAdministrationService } from './user-administration.service';

@Module({
  providers: [UserAdministrationRepository, UserAdministrationService],
  exports: [UserAdministrationService],
})
export class UserAdministrationModule {}
