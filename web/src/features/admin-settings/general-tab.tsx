import { SettingInput } from './setting-input';
import { LIMITS } from './settings';

export function GeneralTab() {
  return (
    <>
      <SettingInput
        name="siteName"
        hint="In the header, in the title of every page and in every email."
        counter={{ limit: LIMITS.siteName, from: 200 }}
      />
      <SettingInput
        name="siteDescription"
        hint="Shown by search engines."
        counter={{ limit: LIMITS.siteDescription, from: 400 }}
        rows={4}
      />
    </>
  );
}
