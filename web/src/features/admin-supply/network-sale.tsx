import { Form, Input, Radio, Switch, Typography, type FormInstance } from 'antd';
import { memo } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { Panel } from '@/components/layout/panel';
import { countryCodes } from '@/lib/country-codes';
import { CountriesSelect } from '@/components/places/country-select';
import type { NetworkDraft } from './network-draft';
import { TARGET_WORDS, TARGETS, type Dialect } from './networks';
import { required, whole } from './network-rules';

const SCOPES = [
  { value: true, label: 'Every country' },
  { value: false, label: 'Only these' },
];
const PLURALS = {
  region: 'regions',
  city: 'cities',
  isp: 'internet providers',
  asn: 'AS numbers',
} as const;

function Targeting({ dialect, hasTemplates }: { dialect: Dialect; hasTemplates: boolean }) {
  const possible = TARGETS.filter((name) => hasTemplates || dialect.targeting[name]);
  const missing = TARGETS.filter((name) => !possible.includes(name)).map((name) => PLURALS[name]);
  return (
    <>
      {possible.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={`Customers may choose a ${TARGET_WORDS[name]}`.replace(/a (?=ISP|AS)/, 'an ')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
      ))}
      {missing.length > 0 && (
        <Typography.Paragraph type="secondary">
          {dialect.name} has no word for {new Intl.ListFormat('en-NG').format(missing)}.
        </Typography.Paragraph>
      )}
    </>
  );
}

interface NetworkSaleProps {
  dialect: Dialect;
  form: FormInstance<NetworkDraft>;
}

/** What customers can buy of it. */
export const NetworkSale = memo(function NetworkSale({ dialect, form }: NetworkSaleProps) {
  const everyCountry: boolean = Form.useWatch('everyCountry', form) ?? true;
  const hasTemplates: boolean = Form.useWatch('hasTemplates', { form, preserve: true }) ?? false;
  return (
    <Panel title="What is on sale">
      <Form.Item
        name="everyCountry"
        label="Countries"
        extra="Sell only what your plan has: a country that the provider cannot serve is sold, and its connections fail."
      >
        <Radio.Group optionType="button" options={SCOPES} />
      </Form.Item>
      {!everyCountry && (
        <Form.Item
          name="countries"
          label="Countries on sale"
          rules={[
            { required: true, type: 'array', min: 1, message: 'Choose at least one country' },
          ]}
        >
          <CountriesSelect codes={countryCodes()} placeholder="Type a name or a code" />
        </Form.Item>
      )}
      <Targeting dialect={dialect} hasTemplates={hasTemplates} />
      <Form.Item
        name="weight"
        label="Weight"
        extra="Its share of the sessions of a place: a network of weight 2 gets twice as many as one of weight 1."
        rules={whole(1, 1000, 'Weight must be a whole number from 1 to 1000')}
      >
        <NumberInput style={{ width: '100%' }} inputMode="numeric" />
      </Form.Item>
      <Form.Item
        name="enabled"
        label="Enabled"
        valuePropName="checked"
        extra="It is tested first. When it answers, its countries are on sale within 5 seconds."
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="name"
        label="Name"
        extra="Only staff see it."
        rules={[
          ...required('Enter a name of 2 to 100 characters'),
          { min: 2, message: 'Enter a name of 2 to 100 characters' },
        ]}
      >
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item name="note" label="Note" style={{ marginBottom: 0 }}>
        <Input.TextArea rows={2} maxLength={1000} placeholder="Plan, contract, who to call" />
      </Form.Item>
    </Panel>
  );
});
