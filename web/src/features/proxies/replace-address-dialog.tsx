import { FormActions } from '@/components/form/form-actions';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Radio } from 'antd';
import { errorMessage } from '@/api/error-messages';
import { AddressReplacementReason } from '@/api/generated/api.schemas';
import { useReplaceAddress } from '@/api/generated/proxies';
import { reloadShown } from '@/api/invalidation';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import type { Proxy } from './proxy';
import styles from './dialog.module.css';

interface Values {
  reason: AddressReplacementReason;
  details: string;
}

const REASONS = [
  { value: AddressReplacementReason.dead, label: 'Dead: it does not connect. We test it first' },
  { value: AddressReplacementReason.blocked, label: 'Blocked: a website refuses it' },
  { value: AddressReplacementReason.slow, label: 'Slow' },
];
const CONFLICT = 409;
const FALLBACK = 'The address could not be replaced';

interface ReplaceAddressDialogProps {
  proxy: Pick<Proxy, 'id' | 'ip'>;
  onClose: () => void;
}

/** Gives a datacenter proxy another address of the same country. */
export default function ReplaceAddressDialog({ proxy, onClose }: ReplaceAddressDialogProps) {
  const { id, ip } = proxy;
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const replace = useReplaceAddress({
    mutation: {
      meta: { quiet: true },
      onSuccess: notify.thenGoOn(onClose, 'Your proxy has a new address.'),
      // The proxy is no longer as the page shows it, such as with an address that another tab has replaced.
      onError: ({ status }) => {
        if (status === CONFLICT) void reloadShown(client);
      },
    },
  });
  const { error, isPending } = replace;
  const fieldErrors = error?.fieldErrors ?? {};
  const submit = ({ reason, details }: Values) => {
    if (isPending) return;
    replace.mutate({ id, data: { reason, details: details.trim() || null, address: ip } });
  };
  return (
    <Dialog title={`Replace the address of proxy #${id}`} width={480} onClose={onClose}>
      <p className={styles.message}>
        You keep username and password. The old address{ip && <> {ip}</>} stops working at once, and
        open connections are closed. It costs nothing, and is possible twice in 30 days.
      </p>
      <AppForm<Values>
        form={form}
        label="Replace address"
        initialValues={{ details: '' }}
        serverErrors={error?.fieldErrors}
        onSubmit={submit}
      >
        <Form.Item
          name="reason"
          label="What is wrong with the address?"
          className={styles.radios}
          rules={[{ required: true, message: 'Choose what is wrong' }]}
        >
          <Radio.Group vertical aria-label="What is wrong with the address?" options={REASONS} />
        </Form.Item>
        <Form.Item name="details" label="Details (optional)">
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 4 }}
            maxLength={200}
            placeholder="Such as the website that refuses it"
          />
        </Form.Item>
        {error && Object.keys(fieldErrors).length === 0 && (
          <Alert
            className={styles.message}
            type="error"
            showIcon
            title={errorMessage(error, { fallback: FALLBACK })}
          />
        )}
        <FormActions onCancel={onClose} isBusy={isPending} busy="Replacing...">
          Replace address
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
