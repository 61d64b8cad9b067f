import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Alert, Button, Flex, Typography } from 'antd';
import { useRef } from 'react';
import { useImportPayoutFile } from '@/api/generated/hooks/admin-clearing/admin-clearing';
import type { PayoutFileData } from '@/api/generated/hooks/model/payoutFileData';
import { errorMessage } from '@/api/error-messages';
import { useMessage } from '@/components/feedback/use-message';
import { readText } from '@/lib/read-text';

const MAX_CHARACTERS = 180_000;
const FAILED = 'The file could not be imported. Nothing was posted twice: you can upload it again.';

interface UploadPayoutsProps {
  onImported: (report: PayoutFileData) => void;
}

/** A button that opens the file chooser and uploads at once. */
export function UploadPayouts({ onImported }: UploadPayoutsProps) {
  const input = useRef<HTMLInputElement>(null);
  const message = useMessage();
  const upload = useImportPayoutFile({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ data }) => onImported(data),
      onError: (error) => message.error(errorMessage(error, { fallback: FAILED, thrown: FAILED })),
    },
  });

  const read = async (file: File | undefined): Promise<void> => {
    if (!file || upload.isPending) return;
    const content = await readText(file);
    if (content.length > MAX_CHARACTERS)
      message.error('The file is too large. Download a shorter period; at most 180 KB at once.');
    else if (content.trim() === '') message.error('The file is empty.');
    else upload.mutate({ data: { content } });
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="Settlements file"
        style={{ display: 'none' }}
        onChange={({ target }) => {
          read(target.files?.[0]).catch(() => message.error('The file could not be read.'));
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button
        type="primary"
        icon={<UploadOutlined aria-hidden="true" />}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {upload.isPending ? 'Importing…' : 'Upload settlements'}
      </Button>
    </>
  );
}

const some = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** What an uploaded file brought. */
export function UploadReport({ report, onClose }: { report: PayoutFileData; onClose: () => void }) {
  const { counts, problems } = report;
  const known = counts.listed - counts.imported - counts.completed - counts.differing;
  const lines = [
    `${some(counts.imported, 'payout was', 'payouts were')} imported.`,
    counts.completed > 0 &&
      `${some(counts.completed, 'payout was', 'payouts were')} completed with items.`,
    known > 0 &&
      `${some(known, 'payout was', 'payouts were')} known already; nothing was posted twice.`,
    counts.differing > 0 &&
      `${some(counts.differing, 'payout is', 'payouts are')} known with another amount; nothing was changed. Check with Korapay.`,
    `${some(counts.matched_items, 'item matches', 'items match')} our payments, ${counts.unmatched_items} ${counts.unmatched_items === 1 ? 'does' : 'do'} not.`,
  ].filter((line) => line !== false);
  const isClean = problems.length === 0 && counts.differing === 0 && counts.unmatched_items === 0;
  return (
    <Alert
      type={isClean ? 'success' : 'warning'}
      role="status"
      showIcon
      closable={{ onClose, 'aria-label': 'Close the report' }}
      style={{ marginBottom: 16 }}
      title={isClean ? 'The file was imported' : 'The file was imported in part'}
      description={
        <Flex vertical gap={4}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {problems.length > 0 && (
            <ul aria-label="Lines with problems" style={{ margin: 0, paddingInlineStart: 20 }}>
              {problems.slice(0, 20).map(({ line, message }) => (
                <li key={`${line} ${message}`}>
                  <Typography.Text strong>Line {line}:</Typography.Text> {message}
                </li>
              ))}
            </ul>
          )}
          {problems.length > 0 && (
            <span>
              Payouts with such a line were left out as a whole. Correct the file and upload it
              again.
            </span>
          )}
        </Flex>
      }
    />
  );
}
