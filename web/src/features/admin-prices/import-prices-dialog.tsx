import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Alert, Button, Flex, Input, Typography } from 'antd';
import { useRef, useState } from 'react';
import { useAdminReadPrices } from '@/api/generated/hooks/admin-prices/admin-prices';
import { useMessage } from '@/components/feedback/use-message';
import { Dialog } from '@/components/ui/dialog';
import { readText } from '@/lib/read-text';
import type { PriceList } from './prices';

const MAX_CHARACTERS = 200_000;

interface ImportPricesDialogProps {
  list: PriceList;
  onRead: (list: PriceList) => void;
  onClose: () => void;
}

/** Reads a price list into the editor; nothing is saved. */
export function ImportPricesDialog({ list, onRead, onClose }: ImportPricesDialogProps) {
  const message = useMessage();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const read = useAdminReadPrices({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ data }) => {
        onRead(data.prices);
        onClose();
      },
    },
  });
  const choose = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    const content = await readText(chosen);
    if (content.length > MAX_CHARACTERS) message.error('The file is too large: 200 KB at most.');
    else setText(content);
  };
  const mistakes = read.error?.errors.text;
  return (
    <Dialog title="Import prices" width={640} onClose={onClose}>
      <Typography.Paragraph>
        Export the prices, edit the file in a spreadsheet and bring it back here. Its packages and
        periods replace those in the editor; look at them before you save.
      </Typography.Paragraph>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label="Price list file"
        style={{ display: 'none' }}
        onChange={({ target }) => {
          choose(target.files?.[0]).catch(() => message.error('The file could not be read.'));
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button
        icon={<UploadOutlined aria-hidden />}
        style={{ marginBottom: 12 }}
        onClick={() => file.current?.click()}
      >
        Choose a file
      </Button>
      <Input.TextArea
        aria-label="Price list"
        rows={8}
        maxLength={MAX_CHARACTERS}
        spellCheck={false}
        style={{ fontFamily: 'monospace', marginBottom: 16 }}
        placeholder="product,gigabytes,days,country,group,usd,naira,on_sale,validity_days,cost_usd"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {read.error && (
        <Alert
          type="error"
          showIcon
          style={{ marginBottom: 16 }}
          title="The prices could not be read"
          description={Array.isArray(mistakes) ? mistakes.join('\n') : read.error.message}
          styles={{ description: { whiteSpace: 'pre-line' } }}
        />
      )}
      <Flex justify="end" gap="small">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="primary"
          disabled={text.trim() === '' || read.isPending}
          onClick={() => read.mutate({ data: { prices: list, text } })}
        >
          {read.isPending ? 'Reading...' : 'Read prices'}
        </Button>
      </Flex>
    </Dialog>
  );
}
