import { Field } from '@/components/form/field';
import { TextArea } from '@/components/form/text-input';
import { SettingInput } from './setting-input';
import { LIMITS } from './settings';
import styles from './settings.module.css';
import type { SettingsForm } from './use-settings-form';

export function GeneralTab({ form }: { form: SettingsForm }) {
  const { siteDescription } = form.draft;
  return (
    <div className={styles.fields}>
      <SettingInput
        form={form}
        name="siteName"
        label="Site name"
        hint="In the header, in the title of every page and in every mail."
        counter={{ limit: LIMITS.siteName, from: 200 }}
      />
      <Field
        id="setting-siteDescription"
        label="Site description"
        hint="What search engines show."
        error={form.problems.siteDescription}
        counter={{ limit: LIMITS.siteDescription, from: 400, length: siteDescription.length }}
      >
        {(input) => (
          <TextArea
            {...input}
            rows={4}
            value={siteDescription}
            onChange={(event) => form.change({ siteDescription: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
