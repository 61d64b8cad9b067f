import PaperClipOutlined from '@ant-design/icons/PaperClipOutlined';
import { Button, Flex, Tag } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useMessage } from '@/components/feedback/use-message';
import { formatBytes } from '@/lib/bytes';

export interface Attachment {
  id: number;
  name: string;
  size: number;
}

const MAX_FILES = 5;
const MAX_BYTES = 5 * 1024 * 1024;
const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp,application/pdf,text/plain,.log,.txt';

interface Attachments {
  ids: number[];
  clear: () => void;
  isUploading: boolean;
  /** The button, and the files that were chosen. */
  control: ReactNode;
}

/** Files for the next message. They are uploaded when they are chosen. */
export function useAttachments(upload: (file: File) => Promise<Attachment>): Attachments {
  const message = useMessage();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [isUploading, setUploading] = useState(false);
  const add = async (chosen: readonly File[]): Promise<void> => {
    setUploading(true);
    try {
      for (const file of chosen.slice(0, MAX_FILES - files.length)) {
        if (file.size > MAX_BYTES) message.error(`${file.name} is larger than 5 MB.`);
        else {
          const stored = await upload(file);
          setFiles((before) => [...before, stored]);
        }
      }
    } catch (error) {
      message.error((error as Error).message || 'The file could not be uploaded.');
    } finally {
      setUploading(false);
    }
  };
  return {
    ids: files.map(({ id }) => id),
    clear: () => setFiles([]),
    isUploading,
    control: (
      <Flex wrap gap="small" align="center">
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPTED}
          aria-label="Files to attach"
          style={{ display: 'none' }}
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <Button
          icon={<PaperClipOutlined aria-hidden="true" />}
          disabled={isUploading || files.length >= MAX_FILES}
          title="Images, text and PDF, up to 5 MB each"
          onClick={() => input.current?.click()}
        >
          {isUploading ? 'Uploading...' : 'Attach files'}
        </Button>
        {files.map(({ id, name }) => (
          <Tag
            key={id}
            closable={{ 'aria-label': `Remove ${name}` }}
            onClose={() => setFiles(files.filter((file) => file.id !== id))}
          >
            {name}
          </Tag>
        ))}
      </Flex>
    ),
  };
}

/** Files of a message, as downloads. */
export function AttachmentList({
  files,
  onSave,
}: {
  files: readonly Attachment[];
  onSave: (file: Attachment) => Promise<void>;
}) {
  const message = useMessage();
  if (files.length === 0) return null;
  return (
    <Flex wrap gap="small" style={{ marginTop: 8 }}>
      {files.map((file) => (
        <Button
          key={file.id}
          size="small"
          icon={<PaperClipOutlined aria-hidden="true" />}
          onClick={() =>
            void onSave(file).catch(() => message.error('The file could not be downloaded.'))
          }
        >
          {file.name} ({formatBytes(file.size)})
        </Button>
      ))}
    </Flex>
  );
}
