import { Alert, Typography, Button, Flex, Select } from 'antd';
import { useDeleteAccount, exportAccount } from '@/api/generated/profile';
import { session } from '@/api/session';
import { notify } from '@/components/feedback/notify';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import {
  ExportAccountSection,
  type ExportAccountSection as Section,
} from '@/api/generated/api.schemas';
import { saveFile } from '@/lib/download';
import { asList } from '@/lib/list';
import { supportPath } from '@/lib/paths';
import { Link } from 'react-router-dom';
import { useState } from 'react';
import { Icon } from '@/components/ui/icon';
import styles from './profile.module.css';

/** Ends the account after a question. The server asks for a recent sign-in. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const deletion = useDeleteAccount({
    mutation: {
      meta: { fallback: 'Failed to delete your account', quiet: true },
      onSuccess: ({ message }) => {
        notify.success(message);
        session.logout();
      },
    },
  });
  // A top-up under review is for support to settle.
  const [review] = asList(deletion.error?.errors.review as { reference: string }[] | undefined);
  const reference = review?.reference;
  return (
    <ConfirmDialog
      title="Delete your account?"
      confirm="Delete account"
      busy="Deleting..."
      keep="Keep my account"
      isBusy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <Typography.Paragraph>
        All your proxies stop at once; unused traffic and time are lost and not refunded. Sessions,
        API keys and webhooks end. Records of payments are kept, without your name, and a hash of
        your email address, so that codes and invitations for new customers are used once.
      </Typography.Paragraph>
      {deletion.error && (
        <Alert
          type="error"
          showIcon
          title={deletion.error.message}
          description={
            reference && <Link to={supportPath(reference)}>Contact support about {reference}</Link>
          }
          style={{ marginBottom: 16 }}
        />
      )}
    </ConfirmDialog>
  );
}

const FAILED = 'Failed to download your data';

/** Downloads all that the shop stores about the customer, or one section as CSV. */
export function useAccountData(): {
  isBusy: boolean;
  download: (section?: ExportAccountSection) => void;
} {
  const fetching = useMutation<void, ApiError, ExportAccountSection | undefined>({
    mutationFn: async (section) =>
      section
        ? saveFile(await exportAccount({ format: 'csv', section }), `my-${section}.csv`)
        : saveFile(await exportAccount(), 'my-data.json'),
    meta: { fallback: FAILED, thrown: FAILED },
  });
  return {
    isBusy: fetching.isPending,
    download: (section) => {
      if (!fetching.isPending) fetching.mutate(section);
    },
  };
}

const SECTIONS = Object.values(ExportAccountSection).map((value) => ({
  value,
  label: value === 'api_keys' ? 'API keys' : toLabel(value),
}));

function toLabel(section: string): string {
  const words = section.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Download of all stored data, and the end of the account. */
export default function YourData() {
  const { isBusy, download } = useAccountData();
  const [section, setSection] = useState<Section>('transactions');
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <h2>Your data</h2>
      <p className={styles.lead}>
        Everything we store about you: profile, sign-ins, transactions, orders, proxies and usage.
        Passwords and secrets are left out.
      </p>
      <Flex wrap gap="small">
        <Button
          icon={<Icon name="download" size={16} />}
          disabled={isBusy}
          onClick={() => download()}
        >
          Download all as JSON
        </Button>
        <Select
          aria-label="Section to download"
          value={section}
          options={SECTIONS}
          onChange={setSection}
          style={{ width: 180 }}
        />
        <Button disabled={isBusy} onClick={() => download(section)}>
          Download as CSV
        </Button>
      </Flex>
      <h2 className={styles.danger}>Delete account</h2>
      <p className={styles.lead}>
        Your proxies stop, and your name, email and sign-ins are erased. This cannot be undone.
      </p>
      <Button danger aria-haspopup="dialog" onClick={() => setDeleting(true)}>
        Delete account
      </Button>
      {isDeleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </>
  );
}
