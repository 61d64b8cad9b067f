import { Module } from '@nestjs/common';
import { ListTokenRepository } from './list-token.repository';
import { ListTokenRevocationService } from './list-token-revocation.service';

/** Apart from the lists, which need modules that need this. */
@Module({
  providers: [ListTokenRepository, ListTokenRevocationService],
  exports: [ListTokenRepository, ListTokenRevocationService],
})
export class ListTokenRevocationModule {}
