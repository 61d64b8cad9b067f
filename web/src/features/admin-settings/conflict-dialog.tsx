import { Button, Flex, Typography } from 'antd';
import { Dialog } from '@/components/ui/dialog';
import { SETTING_LABEL } from './settings';
import type { SettingsForm } from './use-settings-form';

/** What others saved in the meantime; the edits are kept until the reader decides. */
export function ConflictDialog({
  conflict,
  changed,
  isSaving,
  closeConflict,
  reset,
  save,
}: Pick<SettingsForm, 'conflict' | 'changed' | 'isSaving' | 'closeConflict' | 'reset' | 'save'>) {
  if (conflict.length === 0) return null;
  return (
    <Dialog
      title="Someone else changed the settings"
      width={560}
      onClose={closeConflict}
      footer={
        <Flex justify="end" gap="small" wrap>
          <Button
            onClick={() => {
              reset();
              closeConflict();
            }}
          >
            Discard my changes
          </Button>
          <Button type="primary" disabled={isSaving || changed.length === 0} onClick={save}>
            {isSaving ? 'Saving...' : 'Save my changes'}
          </Button>
        </Flex>
      }
    >
      <p>Nothing was saved. Since you opened this page:</p>
      <Flex component="ul" vertical gap="small" style={{ marginBlock: 12 }}>
        {conflict.map(({ name, text }) => (
          <li key={name}>
            <Typography.Text strong>{SETTING_LABEL[name]}: </Typography.Text>
            {text}
            {changed.includes(name) && ' You changed it too: saving replaces this value.'}
          </li>
        ))}
      </Flex>
      <p>
        {changed.length === 0
          ? 'You have no changes left to save.'
          : `Your unsaved changes: ${changed.map((name) => SETTING_LABEL[name]).join(', ')}.`}
      </p>
    </Dialog>
  );
}
