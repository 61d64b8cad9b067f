import { Form } from 'antd';
import { Dialog } from '@/components/ui/dialog';
import { proxyTypeName } from '@/lib/text';
import { DatacenterConfiguration } from './datacenter-configuration';
import { PoolConfiguration } from './pool-configuration';
import { isDatacenter, type Proxy } from './proxy';
import { ProxyPageLink } from './proxy-page-link';

interface ConfigurationDialogProps {
  proxy: Proxy;
  onClose: () => void;
}

export default function ConfigurationDialog({ proxy, onClose }: ConfigurationDialogProps) {
  const Configuration = isDatacenter(proxy) ? DatacenterConfiguration : PoolConfiguration;
  return (
    <Dialog
      title={`Proxy Configuration: #${proxy.id} (${proxyTypeName(proxy.type)})`}
      width={720}
      onClose={onClose}
    >
      {/* For the layout of labels and inputs; each part saves its own values. */}
      <Form component={false} layout="vertical">
        <Configuration proxy={proxy} />
      </Form>
      <ProxyPageLink proxyId={proxy.id} />
    </Dialog>
  );
}
