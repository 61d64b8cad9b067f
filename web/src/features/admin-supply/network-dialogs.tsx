import { Alert, Typography } from 'antd';
import { useAdminRemoveNetwork } from '@/api/generated/admin-supply';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { countryName } from '@/lib/country';
import { formatNumber } from '@/lib/number';
import { describeCountries, findOnlyHere, type Network } from './networks';
import { outcome } from '@/api/outcome';

const NAMED = 12;

function describeLoss(network: Network, others: readonly Network[]): string {
  const lost = findOnlyHere(network, others);
  if (lost === null)
    return `It sells every ${network.kind} country; those that no other network or exit has go off sale.`;
  if (!Array.isArray(network.countries))
    return `It is the only ${network.kind} network: countries without an exit of your own go off sale.`;
  if (lost.length === 0)
    return `Other networks sell the same ${network.kind} countries: nothing goes off sale.`;
  const names = lost.slice(0, NAMED).map(countryName).join(', ');
  const more = lost.length > NAMED ? ` and ${formatNumber(lost.length - NAMED)} more` : '';
  return `No other network sells ${names}${more} (${network.kind}). Without an exit of your own there they go off sale.`;
}

interface LossProps {
  network: Network;
  others: readonly Network[];
}

/** What goes off sale without a network. */
function Loss({ network, others }: LossProps) {
  if (!network.enabled)
    return (
      <Typography.Paragraph>It is disabled: nothing that is on sale needs it.</Typography.Paragraph>
    );
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={`${describeCountries(network)}: off sale through this network at once`}
      description={`${describeLoss(network, others)} Proxies that customers have there use what is left within 5 seconds; without anything left their connections are refused. Nobody is refunded.`}
    />
  );
}

interface RemoveDialogProps extends LossProps {
  onClose: () => void;
  onRemoved?: () => void;
}

export function RemoveNetworkDialog({ network, others, onClose, onRemoved }: RemoveDialogProps) {
  const remove = useAdminRemoveNetwork({
    mutation: outcome('The network could not be removed', () => {
      onClose();
      onRemoved?.();
    }),
  });
  return (
    <ConfirmDialog
      title={`Remove ${network.name}?`}
      width={480}
      confirm="Remove network"
      busy="Removing..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: network.id })}
      onClose={onClose}
    >
      <Loss network={network} others={others} />
      <Typography.Paragraph>
        The user name and password are deleted here. Your account at the provider stays as it is: to
        stop for a while, disable the network instead.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}

interface DisableDialogProps extends LossProps {
  onClose: () => void;
  onDisable: () => void;
}

export function DisableNetworkDialog({ onClose, onDisable, ...loss }: DisableDialogProps) {
  return (
    <ConfirmDialog
      title={`Disable ${loss.network.name}?`}
      width={480}
      keep="Keep it enabled"
      confirm="Disable network"
      onConfirm={onDisable}
      onClose={onClose}
    >
      <Loss {...loss} />
    </ConfirmDialog>
  );
}
