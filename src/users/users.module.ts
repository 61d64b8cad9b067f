import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { WalletModule } from '../wallet/wallet.module';
import { AdminTerm } from './admin-term.entity';
import { ProfileController } from './profile.controller';
import { UserController } from './user.controller';
import { UserAdministrationModule } from './user-administration.module';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';
import { User } from './user.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([AdminTerm, User]),
    AuditModule,
    UserAdministrationModule,
    WalletModule,
  ],
  controllers: [UserController, ProfileController],
  providers: [UsersRepository, UsersService],
  exports: [UserAdministrationModule, UsersService],
})
export class UsersModule {}
