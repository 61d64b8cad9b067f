import { Form, Input, Tag } from 'antd';
import { required } from '@/components/form/required';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useOpenTicket } from '@/api/generated/support';
import type { TicketContext } from '@/api/generated/api.schemas';
import { useReplyTime } from '@/api/site-config';
import { useAttachments } from '@/components/tickets/attachments';
import { uploadTicketFile } from '@/api/ticket-files';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { FormActions } from '@/components/form/form-actions';
import { describeContext } from '@/components/tickets/ticket';
import { Dialog } from '@/components/ui/dialog';
import { ticketPath } from '@/lib/paths';

const upload = uploadTicketFile('tickets');

interface Values {
  subject: string;
  body: string;
}

/** @param about the proxy, order or payment in sight, which can be left out. */
export function NewTicket({ about, onClose }: { about: TicketContext; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [context, setContext] = useState<TicketContext | undefined>(about);
  const { ids, isUploading, control } = useAttachments(upload);
  const navigate = useNavigate();
  const replyTime = useReplyTime();
  const open = useOpenTicket({
    mutation: {
      meta: { fallback: 'Your message could not be sent' },
      onSuccess: ({ message, data }) => {
        if (message) notify.success(message);
        void navigate(ticketPath(data.id), { replace: true });
      },
    },
  });
  const topics = describeContext(context ?? null);
  return (
    <Dialog title="Write to support" width={560} onClose={onClose}>
      <AppForm<Values>
        form={form}
        label="Write to support"
        serverErrors={open.error?.fieldErrors}
        onSubmit={(values) => {
          if (!open.isPending && !isUploading)
            open.mutate({ data: { ...values, context, attachment_ids: ids } });
        }}
      >
        {topics.length > 0 && (
          <Form.Item label="About">
            <Tag
              closable={{ 'aria-label': `Leave out ${topics.join(', ')}` }}
              onClose={() => setContext(undefined)}
            >
              {topics.join(', ')}
            </Tag>
          </Form.Item>
        )}
        <Form.Item name="subject" label="Subject" required rules={required('Enter a subject')}>
          <Input autoFocus maxLength={150} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="body"
          label="Message"
          required
          rules={required('Enter a message')}
          extra={`We reply ${replyTime}, here and by email. Never send your password.`}
        >
          <Input.TextArea rows={6} maxLength={8000} />
        </Form.Item>
        <Form.Item>{control}</Form.Item>
        <FormActions onCancel={onClose} isBusy={open.isPending} busy="Sending...">
          Send message
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
