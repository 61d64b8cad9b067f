import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { WalletModule } from '../wallet/wallet.module';
import { UserAdministrationModule } from './user-administration.module';
import { StaffRoleRow } from './staff-role.entity';
import { AdminTerm, User } from './user.entity';
import { UserNote } from './user-note.entity';
import { UserNotesService } from './user-notes.service';
import { ProfileController, UserController } from './users.controller';
import { UsersService } from './users.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([AdminTerm, StaffRoleRow, User, UserNote]),
    AuditModule,
    UserAdministrationModule,
    WalletModule,
  ],
  controllers: [UserController, ProfileController],
  providers: [UserNotesService, UsersService],
  exports: [UserAdministrationModule, UserNotesService, UsersService],
})
export class UsersModule {}
