import { useAdminExportAnalytics } from '@/api/generated/hooks/admin-analytics/admin-analytics';
import { isoDate } from '@/lib/date';
import { saveFile } from '@/lib/download';
import { toast } from '@/lib/toast';
import type { Period, Report, ReportTab } from './report';
import { getExtension, reportFile, reportFileName, type ReportFormat } from './report-file';

function saveLoaded(report: Report | undefined, tab: ReportTab, format: ReportFormat): void {
  if (!report) {
    toast.error('No data available for export');
    return;
  }
  try {
    const { content, extension } = reportFile(report, tab, format);
    saveFile(content, reportFileName(tab, extension, isoDate()));
    toast.success(`${extension.toUpperCase()} report downloaded successfully!`);
  } catch {
    toast.error('Failed to generate export file');
  }
}

/** The server's file; where it cannot make one, a plainer one of what is on screen. */
export function useReportExport(report: Report | undefined, tab: ReportTab, period: Period) {
  const request = useAdminExportAnalytics({ mutation: { meta: { quiet: true } } });

  const run = async (format: ReportFormat): Promise<void> => {
    const name = format.toUpperCase();
    const busy = toast.blank(`Generating ${name} report...`);
    try {
      const content = await request.mutateAsync({
        data: { format, report_type: tab, date_range: period },
      });
      saveFile(content, reportFileName(tab, getExtension(format), isoDate()));
      toast.success(`${name} report downloaded successfully!`);
    } catch {
      toast.error(`Failed to export ${name} report`);
      saveLoaded(report, tab, format);
    } finally {
      toast.dismiss(busy);
    }
  };

  return { run, isBusy: request.isPending };
}
