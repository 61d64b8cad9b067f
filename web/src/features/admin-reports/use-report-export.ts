import { useAdminExportAnalytics } from '@/api/generated/admin-analytics';
import { useMessage } from '@/components/feedback/use-message';
import { isoDate } from '@/lib/date';
import { saveFile } from '@/lib/download';
import type { PeriodSearch } from '@/lib/date-range';
import { toPeriodParams, type Report, type ReportTab } from './report';
import { getExtension, reportFile, reportFileName, type ReportFormat } from './report-file';

/** Exports on the server; falls back to a simpler file of the data on screen. */
export function useReportExport(report: Report | undefined, tab: ReportTab, period: PeriodSearch) {
  const message = useMessage();
  const request = useAdminExportAnalytics({ mutation: { meta: { quiet: true } } });

  const saveLoaded = (format: ReportFormat): void => {
    if (!report) {
      message.error('No data available for export');
      return;
    }
    try {
      const { content, extension } = reportFile(report, tab, format);
      saveFile(content, reportFileName(tab, extension, isoDate()));
      message.success(`${extension.toUpperCase()} report downloaded successfully!`);
      message.info(
        `The server could not create the ${format.toUpperCase()} file. This one holds the figures on screen.`,
      );
    } catch {
      message.error('Failed to generate export file');
    }
  };

  const run = async (format: ReportFormat): Promise<void> => {
    const name = format.toUpperCase();
    const closeProgress = message.info(`Generating ${name} report...`);
    try {
      const content = await request.mutateAsync({
        data: { format, report_type: tab, ...toPeriodParams(period) },
      });
      saveFile(content, reportFileName(tab, getExtension(format), isoDate()));
      message.success(`${name} report downloaded successfully!`);
    } catch {
      message.error(`Failed to export ${name} report`);
      saveLoaded(format);
    } finally {
      closeProgress();
    }
  };

  return { run, isBusy: request.isPending };
}
