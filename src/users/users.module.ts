import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ProfileController } from './profile.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

/** Needs `BalanceReader` from the application. */
@Module({
  imports: [AuditModule],
  controllers: [ProfileController],
  providers: [UsersRepository, UsersService],
  exports: [UsersService],
})
export class UsersModule {}
