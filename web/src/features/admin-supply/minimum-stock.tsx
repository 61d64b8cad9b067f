import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button, Flex, Form, Typography } from 'antd';
import { NumberInput } from '@/components/form/number-input';
import { CountrySelect } from '@/components/places/country-select';
import { countryCodes } from '@/lib/country-codes';
import { whole } from './network-rules';

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
