import { FormActions } from '@/components/form/form-actions';
import { Button, Flex, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { useAdminImportPlaces } from '@/api/generated/admin-supply';
import { PlaceMode } from '@/api/generated/api.schemas';
import { AppForm } from '@/components/form/app-form';
import { TextFileButton } from '@/components/form/text-file-button';
import { Dialog } from '@/components/ui/dialog';
import { type PlaceOutcome, PlaceReport } from './place-report';
import { outcome } from '@/api/outcome';

interface Values {
  text: string;
  mode: PlaceMode;
}

const MAX_CHARACTERS = 200_000;
const MODES = [
  { value: PlaceMode.replace, label: 'Replace the list' },
  { value: PlaceMode.add, label: 'Add to it' },
];
const EXAMPLE = 'level,country,name,provider_name\ncity,de,Frankfurt am Main,frankfurt';

/** Checks a list first, shows what would happen, then stores it. */
export default function ImportPlacesDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [planned, setPlanned] = useState<{ values: Values; outcome: PlaceOutcome } | null>(null);
  const plan = useAdminImportPlaces({
    mutation: { meta: { fallback: 'The list could not be checked' } },
  });
  const store = useAdminImportPlaces({
    mutation: outcome('The list could not be imported', onClose),
  });
  const check = (values: Values) => {
    if (plan.isPending) return;
    plan.mutate(
      { id, data: { ...values, dry_run: true } },
      { onSuccess: ({ data }) => setPlanned({ values, outcome: data }) },
    );
  };
  return (
    <Dialog title="Import places" width={640} onClose={onClose}>
      {/* Stays mounted, so that Back shows what was entered. */}
      <div hidden={planned !== null}>
        <AppForm<Values>
          form={form}
          label="Import places"
          initialValues={{ text: '', mode: PlaceMode.replace }}
          serverErrors={plan.error?.fieldErrors}
          onSubmit={check}
        >
          <Form.Item
            name="text"
            label="CSV"
            required
            rules={[{ required: true, whitespace: true, message: 'Paste a list or choose a file' }]}
            extra="Levels are country, region, city and isp; countries are codes of two letters. 5,000 places at most."
          >
            <Input.TextArea
              autoFocus
              rows={8}
              placeholder={EXAMPLE}
              maxLength={MAX_CHARACTERS}
              spellCheck={false}
              autoComplete="off"
              style={{ fontFamily: 'monospace' }}
            />
          </Form.Item>
          <TextFileButton
            label="List file"
            maxCharacters={MAX_CHARACTERS}
            tooLarge="The file is too large. Split it: 200 KB at most."
            style={{ marginBottom: 16 }}
            onRead={(text) => form.setFieldValue('text', text)}
          />
          <Form.Item
            name="mode"
            label="What is there already"
            extra="Replacing removes the places that the list does not have, of the levels that it has."
          >
            <Radio.Group optionType="button" options={MODES} />
          </Form.Item>
          <FormActions onCancel={onClose} isBusy={plan.isPending} busy="Checking...">
            Check list
          </FormActions>
        </AppForm>
      </div>
      {planned && (
        <>
          <PlaceReport outcome={planned.outcome} />
          <Flex justify="end" gap="small">
            <Button onClick={() => setPlanned(null)}>Back</Button>
            <Button
              type="primary"
              autoFocus
              disabled={planned.outcome.problem_count > 0 || store.isPending}
              onClick={() => store.mutate({ id, data: planned.values })}
            >
              {store.isPending ? 'Importing...' : 'Import places'}
            </Button>
          </Flex>
        </>
      )}
    </Dialog>
  );
}
