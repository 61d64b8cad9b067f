import { FormActions } from '@/components/form/form-actions';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button, Flex, Form, Typography, Input, Select, Switch } from 'antd';
import { NumberInput } from '@/components/form/number-input';
import { CountrySelect } from '@/components/places/country-select';
import { countryCodes } from '@/lib/country-codes';
import { whole, optional, required } from './network-rules';
import {
  type adminAddProvider,
  useAdminAddProvider,
  useAdminUpdateProvider,
} from '@/api/generated/admin-supply';
import { EnableProviderAnyway } from './enable-anyway-dialog';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import {
  startProvider,
  toProviderBody,
  toProviderDraft,
  type ProviderDraft,
} from './provider-draft';
import type { Kind, Provider } from './providers';

/** How many free units to keep in each country. */
export function MinimumStock() {
  return (
    <Form.List name="minimum_stock">
      {(rows, { add, remove }) => (
        <fieldset style={{ border: 0, margin: '0 0 24px', padding: 0 }}>
          <legend style={{ marginBottom: 8 }}>Minimum stock</legend>
          {rows.map(({ key, name }) => (
            <Flex key={key} gap="small" align="start">
              <Form.Item
                name={[name, 'country']}
                style={{ flex: 2, marginBottom: 8, minWidth: 0 }}
                rules={[{ required: true, message: 'Choose a country' }]}
              >
                <CountrySelect codes={countryCodes()} label="Country to keep in stock" />
              </Form.Item>
              <Form.Item
                name={[name, 'units']}
                style={{ flex: 1, marginBottom: 8 }}
                rules={whole(1, 1000, 'Enter 1 to 1000 units')}
              >
                <NumberInput
                  aria-label="Free units to keep"
                  inputMode="numeric"
                  style={{ width: '100%' }}
                />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label="Remove this country"
                onClick={() => remove(name)}
              />
            </Flex>
          ))}
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => add({ units: 5 })}
          >
            Add a country
          </Button>
          <Typography.Paragraph type="secondary" style={{ margin: '8px 0 0' }}>
            Free units to keep. Below it the shop buys the difference, if it may buy automatically.
          </Typography.Paragraph>
        </fieldset>
      )}
    </Form.List>
  );
}

const FALLBACK = { fallback: 'The provider could not be saved' };
const BUDGET = 'Enter a budget from 1 to 100,000 US dollars';
const NAME = 'Enter a name of 2 to 100 characters';

interface ProviderDialogProps {
  kinds: readonly [Kind, ...Kind[]];
  /** Undefined to connect one. */
  provider?: Provider;
  onClose: () => void;
}

type Saved = Awaited<ReturnType<typeof adminAddProvider>>;

function useSave(provider: Provider | undefined, onClose: () => void) {
  const message = useMessage();
  const onSuccess = ({ message: text, data }: Saved): void => {
    if (data.test_error) return;
    if (text) message.success(text);
    onClose();
  };
  const add = useAdminAddProvider({ mutation: { meta: FALLBACK, onSuccess } });
  const update = useAdminUpdateProvider({ mutation: { meta: FALLBACK, onSuccess } });
  const { isPending, data: saved, error } = provider ? update : add;
  const save = (draft: ProviderDraft): void => {
    const body = toProviderBody(draft);
    const key = draft.api_key;
    if (isPending) return;
    if (!provider) add.mutate({ data: { ...body, api_key: key } });
    else update.mutate({ id: provider.id, data: key ? { ...body, api_key: key } : body });
  };
  return { save, isPending, saved: saved?.data, errors: error?.fieldErrors };
}

function AccountFields({ kind, isStored }: { kind: Kind; isStored: boolean }) {
  return (
    <>
      <Form.Item name="name" label="Name" rules={[...required(NAME), { min: 2, message: NAME }]}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="api_key"
        label={kind.key_label}
        rules={isStored ? undefined : required('Enter the key of the account')}
        extra={
          isStored
            ? 'Empty: the stored one stays. Another address of the API needs it again.'
            : 'It is encrypted, and never shown again.'
        }
      >
        <Input.Password autoComplete="new-password" placeholder={isStored ? '••••••••' : ''} />
      </Form.Item>
      <Form.Item
        name="base_url"
        label="Address of the API"
        rules={required('Enter a URL such as https://proxy-seller.com/personal/api/v2')}
      >
        <Input autoComplete="off" spellCheck={false} inputMode="url" />
      </Form.Item>
    </>
  );
}

function BuyingFields() {
  const buys: boolean = Form.useWatch('buys_automatically') ?? false;
  return (
    <>
      <Form.Item
        name="monthly_budget_usd"
        label="Monthly budget (US dollars)"
        extra="Purchases beyond it are refused. Months are those of UTC. Empty: no limit."
        rules={[
          ...optional('number', 1, 100_000, BUDGET),
          { required: buys, message: 'Buying automatically needs a monthly budget' },
        ]}
      >
        <NumberInput style={{ width: '100%' }} inputMode="decimal" prefix="$" precision={2} />
      </Form.Item>
      <MinimumStock />
      <Form.Item
        name="buys_automatically"
        label="Buy automatically"
        valuePropName="checked"
        extra="Every five minutes the shop buys what is missing below the minimum stock, within the budget."
      >
        <Switch />
      </Form.Item>
      {buys && (
        <Form.Item
          name="daily_automatic_usd"
          label="Daily limit of automatic purchases (US dollars)"
          extra="Beyond it nothing is bought automatically until midnight in UTC. Empty: no limit but the monthly budget."
          rules={optional('number', 1, 100_000, 'Enter a daily limit from 1 to 100,000 US dollars')}
        >
          <NumberInput style={{ width: '100%' }} inputMode="decimal" prefix="$" precision={2} />
        </Form.Item>
      )}
      {buys && (
        <Form.Item
          name="automatic_period"
          label="Period to buy for"
          extra="As the provider names it, such as 3m. Longer than the 30 days that an address is sold for."
          rules={required('Enter the provider’s id of a period, such as 3m')}
        >
          <Input autoComplete="off" maxLength={20} />
        </Form.Item>
      )}
    </>
  );
}

/** Connects an account at a provider or changes it. */
export default function ProviderDialog({ kinds, provider, onClose }: ProviderDialogProps) {
  const [form] = Form.useForm<ProviderDraft>();
  const { save, isPending, saved, errors } = useSave(provider, onClose);
  const chosen = Form.useWatch('kind', { form, preserve: true }) ?? provider?.kind;
  const kind = kinds.find((one) => one.kind === chosen) ?? kinds[0];
  if (saved?.test_error)
    return (
      <EnableProviderAnyway
        provider={saved.provider}
        error={saved.test_error}
        onEnabled={onClose}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title={provider ? `Change ${provider.name}` : 'Connect a provider'}
      width={560}
      onClose={onClose}
    >
      <AppForm<ProviderDraft>
        form={form}
        label="Provider"
        initialValues={provider ? toProviderDraft(provider) : startProvider(kinds[0])}
        serverErrors={errors}
        onChange={({ kind: id }) => {
          const next = kinds.find((one) => one.kind === id);
          if (next) form.setFieldsValue({ name: next.name, base_url: next.base_url });
        }}
        onSubmit={() => save(form.getFieldsValue(true) as ProviderDraft)}
      >
        {!provider && (
          <Form.Item name="kind" label="Provider">
            <Select options={kinds.map(({ kind: value, name: label }) => ({ value, label }))} />
          </Form.Item>
        )}
        <AccountFields kind={kind} isStored={provider !== undefined} />
        {kind.buys && <BuyingFields />}
        <Form.Item
          name="enabled"
          label="Enabled"
          valuePropName="checked"
          extra="The key is tested first. The account stays disabled when the provider does not take it."
        >
          <Switch />
        </Form.Item>
        <Form.Item name="note" label="Note">
          <Input.TextArea rows={2} maxLength={1000} />
        </Form.Item>
        <FormActions onCancel={onClose} isBusy={isPending} busy="Testing...">
          {provider ? 'Save changes' : 'Connect provider'}
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
