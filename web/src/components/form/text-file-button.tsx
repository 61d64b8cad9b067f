import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, type ButtonProps } from 'antd';
import { useRef } from 'react';
import { useMessage } from '@/components/feedback/use-message';

/** With FileReader, which the oldest supported browsers have. */
const readText = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsText(file);
  });

interface TextFileButtonProps extends Pick<ButtonProps, 'type' | 'loading' | 'style' | 'children'> {
  /** Accessible name of the file input. */
  label: string;
  accept?: string;
  maxCharacters: number;
  /** Said of a longer file. */
  tooLarge: string;
  onRead: (text: string) => void;
}

/** Reads a text file that the user chooses. */
export function TextFileButton({
  label,
  accept = '.csv,text/csv,text/plain',
  maxCharacters,
  tooLarge,
  onRead,
  children = 'Choose a file',
  ...button
}: TextFileButtonProps) {
  const message = useMessage();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const text = await readText(file);
    if (text.length > maxCharacters) message.error(tooLarge);
    else onRead(text);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        // Forms of Ant Design show file inputs, whatever the attribute `hidden` says.
        style={{ display: 'none' }}
        onChange={({ target }) => {
          read(target.files?.[0]).catch(() => message.error('The file could not be read.'));
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button
        icon={<UploadOutlined aria-hidden="true" />}
        onClick={() => input.current?.click()}
        {...button}
      >
        {children}
      </Button>
    </>
  );
}
