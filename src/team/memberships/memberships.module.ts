import { Module } from '@nestjs/common';
import { MembershipsService } from './memberships.service';

/** Apart from the team itself, which needs modules that need this. */
@Module({ providers: [MembershipsService], exports: [MembershipsService] })
export class MembershipsModule {}
