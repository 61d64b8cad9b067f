import { useAdminExportProfit } from '@/api/generated/admin-analytics';
import { useMessage } from '@/components/feedback/use-message';
import { saveFile } from '@/lib/download';
import type { Period } from './report';
import { toProfitDays, type ProfitFormat, type ProfitGroup } from './profit';

const NAMES: Record<ProfitFormat, string> = { pdf: 'PDF', xlsx: 'EXCEL', csv: 'CSV' };

export function useProfitExport(period: Period, group: ProfitGroup) {
  const message = useMessage();
  const request = useAdminExportProfit({ mutation: { meta: { quiet: true } } });

  const run = async (format: ProfitFormat): Promise<void> => {
    const days = toProfitDays(period);
    const closeProgress = message.info(`Generating ${NAMES[format]} report...`);
    try {
      const content = await request.mutateAsync({ data: { format, group_by: group, ...days } });
      saveFile(content, `profit-${group}-${days.from}-${days.to}.${format}`);
      message.success(`${NAMES[format]} report downloaded successfully!`);
    } catch {
      message.error(`Failed to export ${NAMES[format]} report`);
    } finally {
      closeProgress();
    }
  };

  return { run, isBusy: request.isPending };
}
