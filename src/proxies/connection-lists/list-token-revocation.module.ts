import { Module } from '@nestjs/common';
import { ListTokenRevocationService } from './list-token-revocation.service';

/** Apart from the proxies, whose module needs more than sign-ins do. */
@Module({ providers: [ListTokenRevocationService], exports: [ListTokenRevocationService] })
export class ListTokenRevocationModule {}
