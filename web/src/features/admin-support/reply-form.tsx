import { Alert, Button, Flex, Input, Segmented, Select } from 'antd';
import { useRef, useState } from 'react';
import { useAdminListCannedReplies, useAdminReplyToTicket } from '@/api/generated/admin-tickets';
import { uploadTicketFile } from '@/api/ticket-files';
import { useAttachments } from '@/components/tickets/attachments';
import { notify } from '@/components/feedback/notify';
import { errorMessages } from '@/api/error-messages';
import { asList } from '@/lib/list';

const upload = uploadTicketFile('admin/tickets');
const REPLY = 'Reply to customer';
const NOTE = 'Internal note';

/** An answer, or a note. An answer is refused when somebody wrote after its author began. */
export function ReplyForm({
  id,
  lastMessageId,
  customer,
}: {
  id: number;
  lastMessageId: number;
  /** Name of who wrote. */
  customer: string;
}) {
  const canned = useAdminListCannedReplies({ query: { meta: { quiet: true } } });
  const { ids, clear, isUploading, control } = useAttachments(upload);
  const [body, setBody] = useState('');
  const [kind, setKind] = useState(REPLY);
  const [conflict, setConflict] = useState<string | null>(null);
  /** The last message when the answer was begun. */
  const seen = useRef<number | null>(null);
  const isNote = kind === NOTE;
  const reply = useAdminReplyToTicket({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ message }) => {
        setBody('');
        clear();
        setConflict(null);
        seen.current = null;
        if (message) notify.success(message);
      },
      onError: (error) => {
        if (error.code === 'TICKET_ANSWERED') setConflict(error.message);
        else errorMessages(error, { fallback: 'Not sent' }).forEach((text) => notify.error(text));
      },
      onSettled: () => (seen.current = null),
    },
  });
  const type = (text: string): void => {
    if (text !== '') seen.current ??= lastMessageId;
    setBody(text);
  };
  const send = (): void => {
    if (!body.trim() || reply.isPending || isUploading) return;
    setConflict(null);
    const last_message_id = seen.current ?? lastMessageId;
    reply.mutate({ id, data: { body, internal: isNote, last_message_id, attachment_ids: ids } });
  };
  const replies = asList(canned.data?.data.replies);
  const insert = (cannedId: number): void => {
    const text = replies.find((one) => one.id === cannedId)?.body ?? '';
    const filled = text.replaceAll('{name}', customer.split(' ')[0] ?? customer);
    type(body ? `${body}\n\n${filled}` : filled);
  };
  return (
    <Flex vertical gap="small">
      <Flex wrap justify="space-between" gap="small">
        <Segmented
          aria-label="Kind of message"
          options={[REPLY, NOTE]}
          value={kind}
          onChange={setKind}
        />
        {replies.length > 0 && (
          <Select<number | null>
            id="canned-reply"
            aria-label="Insert a canned reply"
            placeholder="Insert a canned reply"
            style={{ minWidth: 200 }}
            virtual={false}
            value={null}
            options={replies.map((one) => ({ value: one.id, label: one.title }))}
            onChange={(value) => value !== null && insert(value)}
          />
        )}
      </Flex>
      {conflict && <Alert type="warning" role="alert" showIcon title={conflict} />}
      <Input.TextArea
        aria-label={kind}
        placeholder={
          isNote ? 'Only staff see it' : 'The customer gets it here and by email. **bold**, `code`'
        }
        style={isNote ? { background: 'var(--warning-soft)' } : undefined}
        autoSize={{ minRows: 4, maxRows: 16 }}
        maxLength={8000}
        value={body}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && send()}
      />
      <Flex wrap justify="space-between" gap="small">
        {control}
        <Button
          type="primary"
          disabled={!body.trim() || reply.isPending || isUploading}
          onClick={send}
        >
          {reply.isPending ? 'Sending...' : isNote ? 'Add note' : 'Send reply'}
        </Button>
      </Flex>
    </Flex>
  );
}
