import { Module } from '@nestjs/common';
import { UserAdministrationService } from './user-administration.service';

/** Apart from the users, for commands, which need nothing else of them. */
@Module({ providers: [UserAdministrationService], exports: [UserAdministrationService] })
export class UserAdministrationModule {}
