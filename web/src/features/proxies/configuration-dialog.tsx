import { Modal } from 'antd';
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
    <Modal
      open
      width={720}
      title={`Proxy Configuration: #${proxy.id} (${proxyTypeName(proxy.type)})`}
      onCancel={onClose}
      footer={null}
      closable={{ 'aria-label': 'Close dialog' }}
    >
      {isDatacenter(proxy) ? (
        <DatacenterConfiguration proxy={proxy} />
      ) : (
        <PoolConfiguration proxy={proxy} />
      )}
    </Modal>
  );
}
