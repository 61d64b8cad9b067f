import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { dayOf } from '../../common/time/calendar';
import { AnalyticsService } from './analytics.service';
import type { AnalyticsPeriod, AnalyticsTab } from './analytics.types';
import { toAnalyticsData, type ExportFormat } from './analytics.dto';
import { buildReport } from './export/build-report';
import { renderPdf } from './export/pdf-report';
import type { Report, ReportFile } from './export/report.types';
import { renderXlsx } from './export/xlsx-report';

interface FormatOptions {
  readonly extension: string;
  readonly type: string;
  readonly render: (report: Report) => Promise<Buffer>;
}

const FORMATS: Record<ExportFormat, FormatOptions> = {
  pdf: { extension: 'pdf', type: 'application/pdf', render: renderPdf },
  excel: {
    extension: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    render: renderXlsx,
  },
};

/** Exports analytics reports as files. */
@Injectable()
export class AnalyticsExportService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly analytics: AnalyticsService,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  async export(
    actor: Actor,
    format: ExportFormat,
    tab: AnalyticsTab,
    period: AnalyticsPeriod,
  ): Promise<ReportFile> {
    const { extension, type, render } = FORMATS[format];
    const [analytics, { siteName }] = await Promise.all([
      this.analytics.getAnalytics(period),
      this.settings.current(),
    ]);
    const createdAt = this.clock.now();
    const content = await render(buildReport(siteName, tab, toAnalyticsData(analytics), createdAt));
    const name = `analytics-${tab}-${dayOf(createdAt)}.${extension}`;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.report_exported',
        target: `report:${tab}`,
        details: `Exported ${name} over ${period} days`,
      }),
    );
    return { name, type, content };
  }
}
