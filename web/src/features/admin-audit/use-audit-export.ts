import { useAdminExportAudit } from '@/api/generated/admin-audit';
import { useMessage } from '@/components/feedback/use-message';
import { isoDate } from '@/lib/date';
import { saveFile } from '@/lib/download';
import { auditFile, auditFileName, type AuditFormat } from './audit-file';
import type { AuditLog } from './audit-log';
import type { toFilterParams } from './use-audit-logs';

/** Exports all matching logs on the server; falls back to the page on screen. */
export function useAuditExport(
  filters: ReturnType<typeof toFilterParams>,
  logs: readonly AuditLog[] | undefined,
) {
  const message = useMessage();
  const request = useAdminExportAudit({ mutation: { meta: { quiet: true } } });

  const saveLoaded = (format: AuditFormat): void => {
    if (!logs || logs.length === 0) {
      message.error('No data available for export');
      return;
    }
    saveFile(auditFile(logs, format), auditFileName(format, isoDate()));
    message.error(
      `The server could not create the export. The file holds only the ${logs.length} ${logs.length === 1 ? 'row' : 'rows'} on this page, not all that match.`,
    );
    message.success(`${format.toUpperCase()} export downloaded successfully!`);
  };

  const run = async (format: AuditFormat): Promise<void> => {
    const name = format.toUpperCase();
    const closeProgress = message.info(`Generating ${name} export...`);
    try {
      const file = await request.mutateAsync({ data: { format, ...filters } });
      saveFile(file, auditFileName(format, isoDate()));
      message.success(`${name} export downloaded successfully!`);
    } catch {
      saveLoaded(format);
    } finally {
      closeProgress();
    }
  };

  return { run, isBusy: request.isPending };
}
