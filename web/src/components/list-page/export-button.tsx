import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useMessage } from '@/components/feedback/use-message';
import { isoDate } from '@/lib/date';
import { saveFile } from '@/lib/download';

const FORMATS = [
  { key: 'csv', label: 'CSV', name: 'CSV' },
  { key: 'xlsx', label: 'Excel', name: 'EXCEL' },
] as const;
type Format = (typeof FORMATS)[number]['key'];

interface ExportButtonProps {
  /** Of the file, such as `users`. */
  name: string;
  /** Why there is nothing to export; undefined when there is. */
  isEmpty: boolean;
  /** Everything that matches the filters, not only the page. */
  fetch: (format: Format) => Promise<Blob>;
}

/** Downloads a list as a file. */
export function ExportButton({ name, isEmpty, fetch }: ExportButtonProps) {
  const message = useMessage();
  const [isBusy, setBusy] = useState(false);
  const run = async (format: Format): Promise<void> => {
    const { name: kind } = FORMATS.find(({ key }) => key === format)!;
    if (isEmpty) return void message.error('No data available for export');
    setBusy(true);
    const closeProgress = message.info(`Generating ${kind} export...`);
    try {
      saveFile(await fetch(format), `${name}-${isoDate()}.${format}`);
      message.success(`${kind} export downloaded successfully!`);
    } catch (error) {
      message.error(
        `Failed to export: ${error instanceof Error ? error.message : 'unknown error'}`,
      );
    } finally {
      closeProgress();
      setBusy(false);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      disabled={isBusy}
      menu={{
        items: FORMATS.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => void run(key as Format),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} aria-haspopup="menu">
        Export
      </Button>
    </Dropdown>
  );
}
