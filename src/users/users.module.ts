import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { WalletModule } from '../wallet/wallet.module';
import { AdminTerm } from './admin-term.entity';
import { ProfileController } from './profile.controller';
import { UserController } from './user.controller';
import { UserAdministrationRepository } from './user-administration.repository';
import { UserAdministrationService } from './user-administration.service';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';
import { User } from './user.entity';

@Module({
  imports: [TypeOrmModule.forFeature([AdminTerm, User]), AuditModule, WalletModule],
  controllers: [UserController, ProfileController],
  providers: [
    UserAdministrationRepository,
    UserAdministrationService,
    UsersRepository,
    UsersService,
  ],
  exports: [UserAdministrationService, UsersService],
})
export class UsersModule {}
