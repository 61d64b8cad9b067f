import { Button, Flex, Form, Radio, Typography, type FormInstance } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  type adminAddNetwork,
  useAdminAddNetwork,
  useAdminUpdateNetwork,
} from '@/api/generated/admin-supply';
import { session } from '@/api/session';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { UnsavedChangesGuard } from '@/components/form/unsaved-changes-guard';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { adminNetworkPath, adminPaths } from '@/lib/admin-paths';
import { countryCodes } from '@/lib/country-codes';
import { EnableNetworkAnyway, findFailure } from './enable-anyway-dialog';
import { NetworkAccount } from './network-account';
import { NetworkCost } from './network-cost';
import { NetworkPlaces } from './network-places';
import { ALIASES, startDraft, toBody, toDraft, type NetworkDraft } from './network-draft';
import styles from './network-form.module.css';
import { FIRST_REQUEST, NetworkPreviewPanel } from './network-preview';
import { NetworkSale } from './network-sale';
import { NetworkTest } from './network-test';
import { ProviderUsage } from './provider-usage';
import type { Dialect, Network } from './networks';
import { useNetworkPreview } from './use-network-preview';

const isSignedIn = (): boolean => session.get() !== null;
const FALLBACK = { fallback: 'The network could not be saved' };

type Saved = Awaited<ReturnType<typeof adminAddNetwork>>;

function useSave(network: Network | undefined) {
  const message = useMessage();
  const onSuccess = ({ message: text, data }: Saved): void => {
    if (text && !findFailure(data)) message.success(text);
  };
  const add = useAdminAddNetwork({ mutation: { meta: FALLBACK, onSuccess } });
  const update = useAdminUpdateNetwork({ mutation: { meta: FALLBACK, onSuccess } });
  const { isPending, data: saved, error, reset } = network ? update : add;
  const save = (draft: NetworkDraft, dialect: Dialect): void => {
    const body = toBody(draft, dialect);
    const { password } = draft;
    if (isPending) return;
    if (!network) add.mutate({ data: { ...body, password } });
    else update.mutate({ id: network.id, data: password ? { ...body, password } : body });
  };
  return { save, isPending, saved: saved?.data, errors: error?.fieldErrors, reset };
}

function ProviderChoice({ dialects }: { dialects: readonly Dialect[] }) {
  return (
    <Panel title="Where is your account?">
      <Form.Item
        name="dialect"
        label="Provider"
        style={{ marginBottom: 0 }}
        extra="Its host, port and syntax are filled in. “Custom” is for any other provider with a user name that takes parameters."
      >
        <Radio.Group
          className={styles.providers}
          options={dialects.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </Panel>
  );
}

/** What the user typed stays when another provider is chosen. */
const applyProvider = (form: FormInstance<NetworkDraft>, dialect: Dialect): void => {
  const {
    username,
    password,
    cost_usd_per_gb: cost,
    note,
  } = form.getFieldsValue(true) as Partial<NetworkDraft>;
  const start = startDraft(dialect);
  form.setFieldsValue({
    ...start,
    username: username ?? start.username,
    password: password ?? start.password,
    cost_usd_per_gb: cost ?? start.cost_usd_per_gb,
    note: note ?? start.note,
  });
};

interface NetworkFormProps {
  dialects: readonly Dialect[];
  /** Undefined to add one. */
  network?: Network;
}

/** Adds a network or changes it. */
export function NetworkForm({ dialects, network }: NetworkFormProps) {
  const navigate = useNavigate();
  const [form] = Form.useForm<NetworkDraft>();
  const [isDirty, setDirty] = useState(false);
  const [request, setRequest] = useState(FIRST_REQUEST);
  const { save, isPending, saved, errors, reset } = useSave(network);
  const failure = saved && findFailure(saved);
  const isSaved = saved !== undefined && !failure;
  const findDialect = (id: string | undefined) => dialects.find((dialect) => dialect.id === id);
  const [stored] = useState(() => {
    const own = network && findDialect(network.dialect);
    return own ? toDraft(network, own) : undefined;
  });
  // Before the first change, and while the provider is chosen, the form has only some of the values.
  const watched = Form.useWatch((values: Partial<NetworkDraft>) => ({ ...values }), {
    form,
    preserve: true,
  }) as Partial<NetworkDraft> | undefined;
  const draft = watched?.countries ? (watched as NetworkDraft) : stored;
  const dialect = findDialect(draft?.dialect);
  const preview = useNetworkPreview(draft, dialect, request, network?.id);
  // After the guard has heard that there is nothing to lose.
  useEffect(() => {
    if (isSaved) void navigate(adminPaths.networks, { replace: true });
  }, [isSaved, navigate]);

  const change = ({ dialect: id }: Partial<NetworkDraft>): void => {
    const chosen = findDialect(id);
    if (chosen) applyProvider(form, chosen);
    setDirty(true);
  };
  const correct = (id: number): void => {
    if (!network) return void navigate(adminNetworkPath(id), { replace: true });
    reset();
    setDirty(false);
  };
  return (
    <>
      {saved && failure && (
        <EnableNetworkAnyway
          network={saved.network}
          error={failure}
          onEnabled={() => void navigate(adminPaths.networks, { replace: true })}
          onClose={() => correct(saved.network.id)}
        />
      )}
      <div className={styles.columns}>
        <AppForm<NetworkDraft>
          form={form}
          label="Network"
          initialValues={stored}
          serverErrors={errors}
          aliases={ALIASES}
          onChange={change}
          onSubmit={() => dialect && save(form.getFieldsValue(true) as NetworkDraft, dialect)}
        >
          <div className={styles.sections}>
            {!network && <ProviderChoice dialects={dialects} />}
            {dialect && (
              <>
                <NetworkAccount
                  dialect={dialect}
                  form={form}
                  stored={stored}
                  errors={preview.errors}
                />
                <NetworkSale dialect={dialect} form={form} />
                <NetworkCost dialect={dialect} form={form} />
                <Flex justify="end" gap="small">
                  <LinkButton to={adminPaths.networks}>Cancel</LinkButton>
                  <Button type="primary" htmlType="submit" disabled={isPending || isSaved}>
                    {isPending
                      ? draft?.enabled
                        ? 'Testing...'
                        : 'Saving...'
                      : network
                        ? 'Save changes'
                        : 'Add network'}
                  </Button>
                </Flex>
              </>
            )}
          </div>
        </AppForm>
        <div className={styles.preview}>
          {network && (
            <NetworkTest
              id={network.id}
              countries={Array.isArray(network.countries) ? network.countries : countryCodes()}
              isDirty={isDirty}
            />
          )}
          {network && <ProviderUsage id={network.id} />}
          {network && <NetworkPlaces id={network.id} />}
          {dialect ? (
            <NetworkPreviewPanel
              preview={preview}
              request={request}
              onChange={setRequest}
              countries={draft?.everyCountry === false ? draft.countries : countryCodes()}
            />
          ) : (
            <Panel title="How it works">
              <Typography.Paragraph>
                You keep a prepaid account at a provider. Customers buy from your shop and connect
                to your gateways, which count the traffic and send it on through that account.
              </Typography.Paragraph>
              <Typography.Paragraph style={{ marginBottom: 0 }}>
                Have ready: user name and password of the proxy account, and what a gigabyte costs
                you.
              </Typography.Paragraph>
            </Panel>
          )}
        </div>
      </div>
      <UnsavedChangesGuard isDirty={isDirty && !saved} to="this network" isSignedIn={isSignedIn} />
    </>
  );
}
