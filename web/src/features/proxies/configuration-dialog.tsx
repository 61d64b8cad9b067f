import { Dialog } from '@/components/ui/dialog';
import { proxyTypeName } from '@/lib/text';
import { DatacenterConfiguration } from './datacenter-configuration';
import { PoolConfiguration } from './pool-configuration';
import { isDatacenter, type Proxy } from './proxy';

export default function ConfigurationDialog({
  proxy,
  onClose,
}: {
  proxy: Proxy;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={`Proxy Configuration: #${proxy.id} (${proxyTypeName(proxy.type)})`}
      width={720}
      onClose={onClose}
    >
      {isDatacenter(proxy) ? (
        <DatacenterConfiguration proxy={proxy} />
      ) : (
        <PoolConfiguration proxy={proxy} />
      )}
    </Dialog>
  );
}
