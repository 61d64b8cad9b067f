import { Button, Flex, Select } from 'antd';
import { useState } from 'react';
import {
  ExportAccountSection,
  type ExportAccountSection as Section,
} from '@/api/generated/api.schemas';
import { Icon } from '@/components/ui/icon';
import { DeleteAccount } from './delete-account';
import styles from './profile.module.css';
import { useAccountData } from './use-account-data';

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
