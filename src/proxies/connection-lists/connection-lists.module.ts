import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { CatalogModule } from '../../catalog/catalog.module';
import { ProxiesModule } from '../proxies.module';
import { ConnectionListsController } from './connection-lists.controller';
import { ConnectionListsService } from './connection-lists.service';
import { ListToken } from './list-token.entity';
import { ListTokenRevocationModule } from './list-token-revocation.module';
import { ListTokensService } from './list-tokens.service';
import { SharedListsController } from './shared-lists.controller';

@Module({
  imports: [
    TypeOrmModule.forFeature([ListToken]),
    AuditModule,
    CatalogModule,
    ListTokenRevocationModule,
    ProxiesModule,
  ],
  controllers: [ConnectionListsController, SharedListsController],
  providers: [ConnectionListsService, ListTokensService],
  exports: [ListTokenRevocationModule],
})
export class ConnectionListsModule {}
