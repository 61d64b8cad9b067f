import { Alert, Button, Flex } from 'antd';
import { CopyField } from '@/components/form/copy-field';
import { Dialog } from '@/components/ui/dialog';
import styles from './profile.module.css';

interface WebhookSecretProps {
  secret: string;
  /** Whether the previous secret goes on signing for a day. */
  isRotated?: boolean;
  onClose: () => void;
}

export function WebhookSecret({ secret, isRotated = false, onClose }: WebhookSecretProps) {
  return (
    <Dialog title="Copy the signing secret" width={520} onClose={onClose}>
      <Alert
        type="warning"
        showIcon
        className={styles.notice}
        title="This is the only time the secret is shown"
        description={
          isRotated
            ? 'For 24 hours events are signed with the old and the new secret. Put the new one into your server within that time.'
            : 'Your server verifies with it that an event comes from us.'
        }
      />
      <CopyField label="Signing secret" value={secret} />
      <Flex justify="end" className={styles.buttons}>
        <Button type="primary" onClick={onClose}>
          I have stored it
        </Button>
      </Flex>
    </Dialog>
  );
}
