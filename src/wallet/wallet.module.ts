import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import { WalletCorrection } from './corrections/wallet-correction.entity';
import { WalletCorrectionService } from './corrections/wallet-correction.service';
import {
  BillingDetailsController,
  InvoiceController,
  StaffInvoiceController,
} from './invoices/invoice.controller';
import { BillingDetails, Invoice, InvoiceCounter } from './invoices/invoice.entity';
import { InvoiceService } from './invoices/invoice.service';
import { IssuedInvoicesService } from './invoices/issued-invoices.service';
import { LedgerModule } from './ledger/ledger.module';
import { WalletNotificationSourceService } from './notification-source.service';
import * as limits from './spending-limits/spending-limits.entity';
import { SpendingLimitsRepository } from './spending-limits/spending-limits.repository';
import { TransactionReceiptService } from './statement/receipt.service';
import { StatementExportService } from './statement/statement-export.service';
import { StatementService } from './statement/statement.service';
import { WalletService } from './wallet.service';
import { WalletStatsService } from './statement/wallet-stats.service';
import { WalletTransaction } from './statement/wallet-transaction.entity';
import {
  PaymentTransactionsController,
  TransactionsController,
  WalletController,
} from './wallet.controller';

const SERVICES = [
  InvoiceService,
  IssuedInvoicesService,
  WalletNotificationSourceService,
  StatementService,
  StatementExportService,
  TransactionReceiptService,
  WalletCorrectionService,
  WalletService,
  WalletStatsService,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[BillingDetails, Invoice, InvoiceCounter, WalletCorrection, WalletTransaction],
      ...Object.values(limits),
    ]),
    AuditModule,
    LedgerModule,
    SettingsModule,
  ],
  controllers: [
    WalletController,
    PaymentTransactionsController,
    TransactionsController,
    InvoiceController,
    BillingDetailsController,
    StaffInvoiceController,
  ],
  providers: [...SERVICES, SpendingLimitsRepository],
  exports: [...SERVICES, LedgerModule],
})
export class WalletModule {}
