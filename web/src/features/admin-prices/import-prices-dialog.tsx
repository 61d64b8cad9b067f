import { Alert, Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { useAdminReadPrices } from '@/api/generated/admin-prices';
import { TextFileButton } from '@/components/form/text-file-button';
import { Dialog } from '@/components/ui/dialog';
import type { PriceList } from './prices';

const MAX_CHARACTERS = 200_000;

interface ImportPricesDialogProps {
  list: PriceList;
  onRead: (list: PriceList) => void;
  onClose: () => void;
}

/** Reads a price list into the editor; nothing is saved. */
export function ImportPricesDialog({ list, onRead, onClose }: ImportPricesDialogProps) {
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
  const mistakes = read.error?.errors.text;
  return (
    <Dialog title="Import prices" width={640} onClose={onClose}>
      <Typography.Paragraph>
        Export the prices, edit the file in a spreadsheet and bring it back here. Its packages and
        periods replace those in the editor; look at them before you save.
      </Typography.Paragraph>
      <TextFileButton
        label="Price list file"
        accept=".csv,text/csv"
        maxCharacters={MAX_CHARACTERS}
        tooLarge="The file is too large: 200 KB at most."
        style={{ marginBottom: 12 }}
        onRead={setText}
      />
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
