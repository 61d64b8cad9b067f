import type { ReactNode } from 'react';
import { useAdminUpdateNetwork, useAdminUpdateProvider } from '@/api/generated/admin-supply';
import { outcome } from '@/api/outcome';
import { ReasonForm } from '@/components/form/reason-form';
import { Dialog } from '@/components/ui/dialog';
import { toChange, type Network } from './networks';
import { toProviderBody, toProviderDraft } from './provider-draft';
import type { Provider } from './providers';

/** Why a network that was to be enabled is not. What could not be tested is enabled. */
export const findFailure = (saved: {
  network: Pick<Network, 'enabled'>;
  test_error: string | null;
}): string | null => (saved.network.enabled ? null : saved.test_error);

const FAILED = 'It could not be enabled';

interface FailedTestProps {
  name: string;
  /** What the provider, or the gateway, answered. */
  error: string;
  /** What happens without a test that passes. */
  risk: ReactNode;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

function FailedTest({ name, error, risk, ...form }: FailedTestProps) {
  return (
    <Dialog title={`${name} is saved, but not enabled`} width={480} onClose={form.onClose}>
      <ReasonForm
        verb="Enable anyway"
        about={name}
        isDangerous
        consequence={
          <>
            The test failed. <strong>{error}</strong> Correct the account and enable it again.{' '}
            {risk}
          </>
        }
        isBusy={form.isBusy}
        onConfirm={form.onConfirm}
        onCancel={form.onClose}
      />
    </Dialog>
  );
}

interface AnywayProps {
  error: string;
  onEnabled: () => void;
  onClose: () => void;
}

/** Says why a network failed its test, and enables it only for a reason. */
export function EnableNetworkAnyway({
  network,
  error,
  onEnabled,
  onClose,
}: AnywayProps & { network: Network }) {
  const update = useAdminUpdateNetwork({ mutation: outcome(FAILED, onEnabled) });
  return (
    <FailedTest
      name={network.name}
      error={error}
      risk="Enabled anyway, its places are on sale although connections through it may fail."
      isBusy={update.isPending}
      onConfirm={(reason) =>
        update.mutate({
          id: network.id,
          data: { ...toChange(network), enabled: true, enable_anyway: reason },
        })
      }
      onClose={onClose}
    />
  );
}

/** Says why an account failed its test, and enables it only for a reason. */
export function EnableProviderAnyway({
  provider,
  error,
  onEnabled,
  onClose,
}: AnywayProps & { provider: Provider }) {
  const update = useAdminUpdateProvider({ mutation: outcome(FAILED, onEnabled) });
  return (
    <FailedTest
      name={provider.name}
      error={error}
      risk="Enabled anyway, the shop goes on asking the provider, which may refuse again."
      isBusy={update.isPending}
      onConfirm={(reason) =>
        update.mutate({
          id: provider.id,
          data: {
            ...toProviderBody(toProviderDraft(provider)),
            ...{ enabled: true, enable_anyway: reason },
          },
        })
      }
      onClose={onClose}
    />
  );
}
