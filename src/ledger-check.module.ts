import { Module } from '@nestjs/common';
import { IntegrityModule } from './admin/integrity/integrity.module';
import { CommonModule } from './common/common.module';
import { ConfigModule } from './config/config.module';
import { DatabaseModule } from './database/database.module';

/** Just enough of the application to ask whether the books hold. */
@Module({
  imports: [ConfigModule, CommonModule, DatabaseModule.forProcess('command'), IntegrityModule],
})
export class LedgerCheckModule {}
