import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { MailModule } from '../../mail/mail.module';
import { SettingsModule } from '../../settings/settings.module';
import { AddressHolder } from './address-holder.entity';
import { AllowedAddress } from './allowed-address.entity';
import { AllowedAddressRepository } from './allowed-address.repository';
import { AllowedAddressesController } from './allowed-addresses.controller';
import { AllowedAddressesService } from './allowed-addresses.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([AddressHolder, AllowedAddress]),
    AuditModule,
    MailModule,
    SettingsModule,
  ],
  controllers: [AllowedAddressesController],
  providers: [AllowedAddressRepository, AllowedAddressesService],
  exports: [AllowedAddressesService],
})
export class AllowedAddressesModule {}
