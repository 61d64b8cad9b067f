import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { renderPdf } from '../analytics/export/pdf-report';
import type { ReportFile } from '../analytics/export/report.types';
import { renderXlsx } from '../analytics/export/xlsx-report';
import { buildProfitReport } from './build-profit-report';
import type { ProfitFormat } from './profit.dto';
import { renderProfitCsv } from './profit-csv';
import { ProfitService } from './profit.service';
import type { ProfitGroup, ProfitPeriod, ProfitReport } from './profit.types';

const TYPES: Record<ProfitFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** Exports the profit report as a file. */
@Injectable()
export class ProfitExportService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly profit: ProfitService,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  async export(
    actor: Actor,
    format: ProfitFormat,
    days: Partial<ProfitPeriod>,
    group: ProfitGroup,
  ): Promise<ReportFile> {
    const report = await this.profit.getReport(days, group);
    const { from, to } = report.period;
    const content = await this.render(format, report);
    const name = `profit-${group}-${from}-${to}.${format}`;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.report_exported',
        target: 'report:profit',
        details: `Exported ${name}`,
      }),
    );
    return { name, type: TYPES[format], content };
  }

  private async render(format: ProfitFormat, report: ProfitReport): Promise<Buffer> {
    if (format === 'csv') return renderProfitCsv(report);
    const { siteName } = await this.settings.current();
    const document = buildProfitReport(siteName, report, this.clock.now());
    return format === 'pdf' ? renderPdf(document) : renderXlsx(document);
  }
}
