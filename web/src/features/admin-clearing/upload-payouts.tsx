import { Alert, Flex, Typography } from 'antd';
import { useImportPayoutFile } from '@/api/generated/admin-clearing';
import type { PayoutFileData } from '@/api/generated/api.schemas';
import { errorMessage } from '@/api/error-messages';
import { useMessage } from '@/components/feedback/use-message';
import { TextFileButton } from '@/components/form/text-file-button';

const MAX_CHARACTERS = 180_000;
const FAILED = 'The file could not be imported. Nothing was posted twice: you can upload it again.';

interface UploadPayoutsProps {
  onImported: (report: PayoutFileData) => void;
}

/** A button that opens the file chooser and uploads at once. */
export function UploadPayouts({ onImported }: UploadPayoutsProps) {
  const message = useMessage();
  const upload = useImportPayoutFile({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ data }) => onImported(data),
      onError: (error) => message.error(errorMessage(error, { fallback: FAILED, thrown: FAILED })),
    },
  });

  const read = (content: string): void => {
    if (upload.isPending) return;
    if (content.trim() === '') message.error('The file is empty.');
    else upload.mutate({ data: { content } });
  };

  return (
    <TextFileButton
      label="Settlements file"
      accept=".csv,text/csv"
      maxCharacters={MAX_CHARACTERS}
      tooLarge="The file is too large. Download a shorter period; at most 180 KB at once."
      type="primary"
      loading={upload.isPending}
      onRead={read}
    >
      {upload.isPending ? 'Importing…' : 'Upload settlements'}
    </TextFileButton>
  );
}

const some = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

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
