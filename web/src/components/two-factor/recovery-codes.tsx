import { Alert, Button, Col, Flex, Row, Typography } from 'antd';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { saveFile } from '@/lib/download';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

const toFile = (codes: string[]): Blob =>
  new Blob(
    [
      `Recovery codes for ${window.location.host}\n`,
      `Each works once, in place of a code of the authenticator app.\n\n`,
      `${codes.join('\n')}\n`,
    ],
    { type: 'text/plain;charset=utf-8' },
  );

/** Shown once, right after the codes were made. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <Flex vertical gap="middle">
      <Alert
        type="warning"
        showIcon
        title="Keep these recovery codes"
        description="Use each code once, instead of the app, if you lose your phone. They are not shown again, but you can make new ones on this page."
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
        <Button
          icon={<Icon name="download" size={14} />}
          onClick={() => saveFile(toFile(codes), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button type="primary" onClick={onDone}>
          I have saved them
        </Button>
      </Flex>
    </Flex>
  );
}
