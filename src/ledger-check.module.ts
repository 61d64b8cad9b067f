import { Module, type DynamicModule } from '@nestjs/common';
import { IntegrityModule } from './admin/integrity/integrity.module';
import { CommonModule } from './common/common.module';
import { ConfigModule } from './config/config.module';
import { LedgerModule } from './wallet/ledger/ledger.module';
import { DatabaseModule } from './database/database.module';

/** Just enough of the application to ask whether the books hold, and to archive them. */
@Module({ imports: [ConfigModule, CommonModule, IntegrityModule, LedgerModule] })
export class LedgerCheckModule {
  /** A data source is registered when its module is made, so commands that need none do not make it. */
  static forCommand(): DynamicModule {
    return { module: LedgerCheckModule, imports: [DatabaseModule.forProcess('command')] };
  }
}
