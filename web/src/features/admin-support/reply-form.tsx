import { Alert, Button, Flex, Input, Segmented } from 'antd';
import { useRef, useState } from 'react';
import { useAdminReplyToTicket } from '@/api/generated/admin-tickets';
import { notify } from '@/components/feedback/notify';
import { errorMessages } from '@/api/error-messages';

const REPLY = 'Reply to customer';
const NOTE = 'Internal note';

/** An answer, or a note. An answer is refused when somebody wrote after its author began. */
export function ReplyForm({ id, lastMessageId }: { id: number; lastMessageId: number }) {
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
    if (!body.trim() || reply.isPending) return;
    setConflict(null);
    const last_message_id = seen.current ?? lastMessageId;
    reply.mutate({ id, data: { body, internal: isNote, last_message_id } });
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
      <Flex justify="end">
        <Button type="primary" disabled={!body.trim() || reply.isPending} onClick={send}>
          {reply.isPending ? 'Sending...' : isNote ? 'Add note' : 'Send reply'}
        </Button>
      </Flex>
    </Flex>
  );
}
