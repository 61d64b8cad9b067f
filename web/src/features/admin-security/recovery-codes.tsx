import { Alert, Button, Col, Flex, Row, Typography } from 'antd';
import { CopyButton } from '@/components/ui/copy-button';

/** Shown once, right after two-factor authentication is turned on. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Flex vertical gap="middle">
      <Alert
        type="warning"
        showIcon
        title="Keep these recovery codes"
        description="Use each code once, instead of the app, if you lose your phone. They are not shown again."
      />
      <Row role="list" aria-label="Recovery codes" gutter={[24, 8]}>
        {codes.map((code) => (
          <Col key={code} role="listitem" xs={24} sm={12}>
            <Typography.Text code>{code}</Typography.Text>
          </Col>
        ))}
      </Row>
      <Flex gap="small" wrap>
        <CopyButton text={codes.join('\n')} label="recovery codes" />
        <Button type="primary" onClick={onDone}>
          I have saved them
        </Button>
      </Flex>
    </Flex>
  );
}
