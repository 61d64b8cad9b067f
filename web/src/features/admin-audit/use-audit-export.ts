import { useAdminExportAudit } from '@/api/generated/hooks/admin-audit/admin-audit';
import { isoDate } from '@/lib/date';
import { saveFile } from '@/lib/download';
import { toast } from '@/lib/toast';
import type { AuditLog } from './audit-log';
import { auditFile, auditFileName, type AuditFormat } from './audit-file';
import type { toFilterParams } from './use-audit-logs';

/** Everything that matches, from the server; where that fails, the page on screen. */
export function useAuditExport(
  filters: ReturnType<typeof toFilterParams>,
  logs: readonly AuditLog[] | undefined,
) {
  const request = useAdminExportAudit({ mutation: { meta: { quiet: true } } });

  const saveLoaded = (format: AuditFormat): void => {
    if (!logs || logs.length === 0) {
      toast.error('No data available for export');
      return;
    }
    saveFile(auditFile(logs, format), auditFileName(format, isoDate()));
    toast.success(`${format.toUpperCase()} export downloaded successfully!`);
    toast.blank('The server could not make the file: it holds the page on screen only.');
  };

  const run = async (format: AuditFormat): Promise<void> => {
    const name = format.toUpperCase();
    const busy = toast.blank(`Generating ${name} export...`);
    try {
      const file = await request.mutateAsync({ data: { format, ...filters } });
      saveFile(file, auditFileName(format, isoDate()));
      toast.success(`${name} export downloaded successfully!`);
    } catch {
      saveLoaded(format);
    } finally {
      toast.dismiss(busy);
    }
  };

  return { run, isBusy: request.isPending };
}
