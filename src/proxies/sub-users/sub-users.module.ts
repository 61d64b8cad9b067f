import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { SubUser } from './sub-user.entity';
import { SubUsersController } from './sub-users.controller';
import { SubUsersRepository } from './sub-users.repository';
import { SubUsersService } from './sub-users.service';

@Module({
  imports: [TypeOrmModule.forFeature([SubUser]), AuditModule],
  controllers: [SubUsersController],
  providers: [SubUsersRepository, SubUsersService],
  exports: [SubUsersService],
})
export class SubUsersModule {}
