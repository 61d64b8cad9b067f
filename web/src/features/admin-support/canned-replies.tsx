import { Button, Flex, Form, Input } from 'antd';
import { required } from '@/components/form/required';
import { useState } from 'react';
import {
  useAdminAddCannedReply,
  useAdminChangeCannedReply,
  useAdminListCannedReplies,
  useAdminRemoveCannedReply,
} from '@/api/generated/admin-tickets';
import type { CannedReplyResponse } from '@/api/generated/api.schemas';
import { outcome } from '@/api/outcome';
import { failure } from '@/api/failures';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { AppForm } from '@/components/form/app-form';
import { FormActions } from '@/components/form/form-actions';
import { Dialog } from '@/components/ui/dialog';

type Values = Pick<CannedReplyResponse, 'title' | 'body'>;

const FAILED = 'The reply could not be saved';

/** @param reply null: a new one. */
function Editor({ reply, onDone }: { reply: CannedReplyResponse | null; onDone: () => void }) {
  const [form] = Form.useForm<Values>();
  const add = useAdminAddCannedReply({ mutation: outcome(FAILED, onDone) });
  const change = useAdminChangeCannedReply({ mutation: outcome(FAILED, onDone) });
  const isBusy = add.isPending || change.isPending;
  return (
    <AppForm<Values>
      form={form}
      label="Canned reply"
      initialValues={reply ?? { title: '', body: '' }}
      serverErrors={(add.error ?? change.error)?.fieldErrors}
      onSubmit={(data) => {
        if (isBusy) return;
        if (reply) change.mutate({ id: reply.id, data });
        else add.mutate({ data });
      }}
    >
      <Form.Item name="title" label="Title" required rules={required('Enter a title')}>
        <Input autoFocus maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="body"
        label="Text"
        required
        rules={required('Enter a text')}
        extra="Markdown: **bold**, `code`, addresses. {name} becomes the first name of the customer."
      >
        <Input.TextArea rows={6} maxLength={8000} />
      </Form.Item>
      <FormActions onCancel={onDone} isBusy={isBusy} busy="Saving...">
        Save reply
      </FormActions>
    </AppForm>
  );
}

/** Texts to insert into answers. */
export function CannedReplies({ onClose }: { onClose: () => void }) {
  const query = useAdminListCannedReplies({ query: { meta: { quiet: true } } });
  const [edited, setEdited] = useState<CannedReplyResponse | 'new' | null>(null);
  const remove = useAdminRemoveCannedReply({ mutation: outcome('It could not be removed') });
  const replies = query.data?.data.replies;
  return (
    <Dialog title="Canned replies" width={600} onClose={onClose}>
      {edited ? (
        <Editor reply={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
      ) : replies ? (
        <Flex vertical gap="middle">
          {replies.length === 0 && <p>None yet. Save what you write often.</p>}
          {replies.map((reply) => (
            <Flex key={reply.id} justify="space-between" align="center" gap="small">
              <span style={{ overflowWrap: 'anywhere' }}>{reply.title}</span>
              <Flex gap="small">
                <Button aria-label={`Edit ${reply.title}`} onClick={() => setEdited(reply)}>
                  Edit
                </Button>
                <Button
                  danger
                  aria-label={`Remove ${reply.title}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ id: reply.id })}
                >
                  Remove
                </Button>
              </Flex>
            </Flex>
          ))}
          <Flex justify="end">
            <Button type="primary" onClick={() => setEdited('new')}>
              New reply
            </Button>
          </Flex>
        </Flex>
      ) : query.isError ? (
        <ErrorState {...failure(query, 'Failed to load the replies')} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </Dialog>
  );
}
