import { Alert, Flex, Form, Radio, Typography } from 'antd';
import { formatNaira } from '@/lib/money';
import type { Payment } from './payment';
import { creditOptions } from './accept-payment';

/** Asks what to credit when the customer paid another amount than requested. */
export function AcceptPaymentChoice({ payment }: { payment: Payment }) {
  const options = creditOptions(payment);
  if (options.length < 2)
    return payment.received === null ? (
      <Alert
        type="warning"
        role="note"
        showIcon
        style={{ marginBottom: 16 }}
        title="The paid amount is not known"
        description={`Check with the card provider that ${formatNaira(Number(payment.amount))} arrived before you accept.`}
      />
    ) : null;
  return (
    <Form.Item name="credit" label="Credit to the wallet" extra={refundHint(payment)}>
      <Radio.Group>
        <Flex vertical gap="small">
          {options.map(({ value, title, effect }) => (
            <Radio key={value} value={value}>
              {title}
              {effect && (
                <>
                  <br />
                  <Typography.Text type="secondary">{effect}</Typography.Text>
                </>
              )}
            </Radio>
          ))}
        </Flex>
      </Radio.Group>
    </Form.Item>
  );
}

const refundHint = ({ received }: Payment): string =>
  `To send all of the ${formatNaira(Number(received))} back to the card instead, cancel and choose Reject payment.`;
