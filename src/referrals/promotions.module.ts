import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingsModule } from '../settings/settings.module';
import { PromotionUse } from './promotion-use.entity';
import { PromotionsService } from './promotions.service';

/** What people may have once, whichever account they have it with. */
@Module({
  imports: [TypeOrmModule.forFeature([PromotionUse]), SettingsModule],
  providers: [PromotionsService],
  exports: [PromotionsService],
})
export class PromotionsModule {}
