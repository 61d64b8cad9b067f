import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import { TransactionPostingService } from './ledger/transaction-posting.service';
import { SystemPostingService } from './ledger/system-posting.service';
import { ReceivableService } from './ledger/receivable.service';
import { StatementExportController } from './export/statement-export.controller';
import { StatementExportRepository } from './export/statement-export.repository';
import { StatementExportService } from './export/statement-export.service';
import { ApiKeySpending } from './key-spending/api-key-spending.entity';
import { ApiKeySpendingRepository } from './key-spending/api-key-spending.repository';
import { BillingDetailsController } from './invoices/billing/billing-details.controller';
import { BillingDetails } from './invoices/billing/billing-details.entity';
import { BillingDetailsRepository } from './invoices/billing/billing-details.repository';
import { BillingDetailsService } from './invoices/billing/billing-details.service';
import { CreditNotesService } from './invoices/credit-notes.service';
import { InvoiceCounter } from './invoices/invoice-counter.entity';
import { Invoice } from './invoices/invoice.entity';
import { InvoiceRepository } from './invoices/invoice.repository';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';
import { LedgerRepository } from './ledger/ledger.repository';
import { LedgerService } from './ledger/ledger.service';
import { MemberCharge } from './member-spending/member-charge.entity';
import { MemberSpending } from './member-spending/member-spending.entity';
import { MemberSpendingRepository } from './member-spending/member-spending.repository';
import { ReceiptController } from './receipts/receipt.controller';
import { ReceiptRepository } from './receipts/receipt.repository';
import { TransactionReceiptService } from './receipts/receipt.service';
import { PaymentTransactionsController } from './statement/payment-transactions.controller';
import { TransactionsController } from './statement/transactions.controller';
import { PaymentStatsController } from './stats/payment-stats.controller';
import { StatementBalancesRepository } from './statement/statement-balances.repository';
import { StatementRepository } from './statement/statement.repository';
import { StatementService } from './statement/statement.service';
import { WalletStatsRepository } from './stats/wallet-stats.repository';
import { WalletStatsService } from './stats/wallet-stats.service';
import { LowBalanceRepository } from './notifications/low-balance.repository';
import { LowBalanceService } from './notifications/low-balance.service';
import { WalletController } from './wallet.controller';
import { WalletService } from './wallet.service';
import { LedgerAccount } from './ledger/ledger-account.entity';
import { LedgerEntry } from './ledger/ledger-entry.entity';
import { LedgerTransaction } from './ledger/ledger-transaction.entity';
import { WalletCorrection } from './corrections/wallet-correction.entity';
import { WalletCorrectionRepository } from './corrections/wallet-correction.repository';
import { WalletCorrectionService } from './corrections/wallet-correction.service';
import { WalletTransaction } from './statement/wallet-transaction.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ApiKeySpending,
      BillingDetails,
      Invoice,
      InvoiceCounter,
      LedgerAccount,
      LedgerEntry,
      LedgerTransaction,
      MemberCharge,
      MemberSpending,
      WalletCorrection,
      WalletTransaction,
    ]),
    AuditModule,
    SettingsModule,
  ],
  controllers: [
    WalletController,
    PaymentTransactionsController,
    TransactionsController,
    PaymentStatsController,
    StatementExportController,
    ReceiptController,
    InvoicesController,
    BillingDetailsController,
  ],
  providers: [
    ApiKeySpendingRepository,
    BillingDetailsRepository,
    BillingDetailsService,
    CreditNotesService,
    InvoiceRepository,
    InvoicesService,
    TransactionPostingService,
    ReceivableService,
    LedgerRepository,
    LedgerService,
    MemberSpendingRepository,
    ReceiptRepository,
    StatementExportRepository,
    StatementExportService,
    StatementBalancesRepository,
    StatementRepository,
    StatementService,
    SystemPostingService,
    TransactionReceiptService,
    WalletCorrectionRepository,
    WalletCorrectionService,
    WalletService,
    WalletStatsRepository,
    WalletStatsService,
    LowBalanceRepository,
    LowBalanceService,
  ],
  exports: [
    BillingDetailsService,
    SystemPostingService,
    WalletCorrectionService,
    WalletService,
    WalletStatsService,
    LowBalanceService,
    TransactionReceiptService,
  ],
})
export class WalletModule {}
