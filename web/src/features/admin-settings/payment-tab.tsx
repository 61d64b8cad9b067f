import { Switch } from '@/components/form/switch';
import { SecretInput } from './secret-input';
import { SettingInput } from './setting-input';
import styles from './settings.module.css';
import type { SettingsForm } from './use-settings-form';

export function PaymentTab({ form }: { form: SettingsForm }) {
  const { saved, draft, change } = form;
  return (
    <div className={styles.fields}>
      <Switch
        label="Korapay payments"
        hint="Whether customers can top up by card."
        checked={draft.korapayEnabled}
        onChange={(event) => change({ korapayEnabled: event.target.checked })}
      />
      <div className={styles.pair}>
        <SettingInput form={form} name="korapayPublicKey" label="Korapay public key" />
        <SecretInput form={form} name="korapaySecretKey" label="Korapay secret key" />
      </div>
      <div className={styles.pair}>
        <SettingInput
          form={form}
          name="minimumTopup"
          label="Minimum topup (₦)"
          type="number"
          min={100}
          max={1_000_000}
          step={100}
          hint="₦100 to ₦1,000,000. Left empty: ₦1,000."
        />
        <SettingInput
          form={form}
          name="exchangeRate"
          label="Exchange rate (₦ per $)"
          type="number"
          min={1}
          max={10_000}
          step={0.01}
          hint="1 to 10,000. Left empty: 1,600."
        />
      </div>
      <Switch
        label="Price markup"
        hint="Added to every price after it is turned into naira."
        checked={draft.markupEnabled}
        onChange={({ target }) =>
          change(
            target.checked
              ? { markupEnabled: true }
              : { markupEnabled: false, markupPercentage: saved.markupPercentage },
          )
        }
      />
      {draft.markupEnabled && (
        <div className={styles.pair}>
          <SettingInput
            form={form}
            name="markupPercentage"
            label="Markup percentage (%)"
            type="number"
            min={0}
            max={1000}
            step={0.01}
            hint="0 to 100."
          />
        </div>
      )}
    </div>
  );
}
