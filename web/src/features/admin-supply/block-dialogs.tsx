import { FormActions } from '@/components/form/form-actions';
import { Form, Input, Select, Typography } from 'antd';
import { useAdminBlockTarget, useAdminUnblockTarget } from '@/api/generated/admin-supply';
import { BlockKind } from '@/api/generated/api.schemas';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { KIND_OPTIONS, previewPattern, type TargetBlock } from './blocked-targets';
import { outcome } from '@/api/outcome';

interface Values {
  pattern: string;
  ports: string;
  kind: BlockKind;
  reason: string;
}

export function BlockDialog({ onClose }: { onClose: () => void }) {
  const message = useMessage();
  const [form] = Form.useForm<Values>();
  const pattern: string | undefined = Form.useWatch(({ pattern: text }) => text, form);
  const preview = previewPattern(pattern ?? '');
  const block = useAdminBlockTarget({
    mutation: {
      meta: { fallback: 'The target could not be blocked' },
      onSuccess: ({ data }) => {
        message.success(`${data.block.pattern} is blocked.`);
        onClose();
      },
    },
  });
  return (
    <Dialog title="Block a target" width={520} onClose={onClose}>
      <AppForm<Values>
        form={form}
        label="Block a target"
        initialValues={{ pattern: '', ports: '', kind: BlockKind.all, reason: '' }}
        serverErrors={block.error?.fieldErrors}
        onSubmit={(data) => {
          if (!block.isPending) block.mutate({ data });
        }}
      >
        <Form.Item
          name="pattern"
          label="Target"
          required
          rules={[{ required: true, whitespace: true, message: 'Enter a target' }]}
          extra={
            <span aria-live="polite">
              {preview
                ? `Blocks: ${preview}.`
                : 'example.com, *.example.com with its subdomains, an IP address, a range such as 8.8.8.0/24, or * for every target.'}
            </span>
          }
        >
          <Input autoFocus autoComplete="off" spellCheck={false} maxLength={255} />
        </Form.Item>
        <Form.Item name="ports" label="Ports" extra="Such as 25, 6000-6063. Empty is every port.">
          <Input autoComplete="off" maxLength={255} />
        </Form.Item>
        <Form.Item name="kind" label="Proxies">
          <Select options={KIND_OPTIONS} />
        </Form.Item>
        <Form.Item
          name="reason"
          label="Reason"
          required
          rules={[
            {
              required: true,
              whitespace: true,
              min: 3,
              message: 'Give a reason of 3 to 500 characters',
            },
          ]}
          extra="Staff see it here and in the audit trail."
        >
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
        <Typography.Paragraph type="secondary">
          It holds for new connections within 5 seconds. A client that uses the IP address of a
          blocked domain can still reach it: block the address too.
        </Typography.Paragraph>
        <FormActions onCancel={onClose} isBusy={block.isPending} busy="Blocking...">
          Block target
        </FormActions>
      </AppForm>
    </Dialog>
  );
}

interface UnblockDialogProps {
  block: TargetBlock;
  onClose: () => void;
}

export function UnblockDialog({ block: { id, pattern }, onClose }: UnblockDialogProps) {
  const unblock = useAdminUnblockTarget({
    mutation: outcome('The target could not be unblocked', onClose),
  });
  return (
    <ConfirmDialog
      title="Unblock this target?"
      keep="Keep it blocked"
      confirm="Unblock"
      busy="Unblocking..."
      isBusy={unblock.isPending}
      onConfirm={() => unblock.mutate({ id })}
      onClose={onClose}
    >
      <Typography.Paragraph>
        Customers can reach <code style={{ overflowWrap: 'anywhere' }}>{pattern}</code> again within
        5 seconds, unless another block covers it.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
