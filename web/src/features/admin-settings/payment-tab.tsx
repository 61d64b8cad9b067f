import { Col, Row, Typography, Form } from 'antd';
import { SettingInput } from './setting-input';
import { LIMITS } from './settings';
import { SecretInput } from './secret-input';
import { SettingSwitch } from './setting-switch';
import type { SettingsForm } from './use-settings-form';

/** What the shop prints on invoices from now on. */
export function InvoiceSettings() {
  return (
    <>
      <Typography.Title level={3} style={{ fontSize: 15 }}>
        Invoices
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        For invoices that are issued from now on. Issued ones and their credit notes keep what was
        saved then.
      </Typography.Paragraph>
      <Row gutter={24}>
        <Col xs={24} md={12}>
          <SettingInput
            name="invoiceSellerName"
            hint="Your registered name. Default: the site name."
            counter={{ limit: LIMITS.sellerName, from: 80 }}
          />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput
            name="invoiceSellerTin"
            placeholder="12345678-0001"
            hint="Your tax identification number."
          />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput
            name="invoiceSellerAddress"
            hint="Up to five lines."
            counter={{ limit: LIMITS.sellerAddress, from: 200 }}
            rows={3}
          />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput
            name="vatPercentage"
            type="number"
            min={0}
            max={100}
            step={0.01}
            hint="Prices include it. 0 leaves VAT off invoices. Default: 7.5."
          />
        </Col>
      </Row>
    </>
  );
}

const CHANNELS = [
  'cardChannel',
  'bankTransferChannel',
  'payWithBankChannel',
  'mobileMoneyChannel',
] as const;

const RAISING =
  'So does a higher limit, unless nobody else has been an admin for 24 hours. A lower one holds at once.';

export function PaymentTab({ form }: SettingsForm) {
  const hasReferrals = Form.useWatch('referralsEnabled', form);
  const isMarkupEnabled = Form.useWatch('markupEnabled', form);
  return (
    <>
      <SettingSwitch
        name="korapayEnabled"
        hint="Whether customers can top up at Korapay's checkout."
      />
      <SettingSwitch
        name="nairaAccountsEnabled"
        hint="Whether customers can have an account number of their own, to which transfers top up their wallet. Korapay has to enable virtual bank accounts for you first."
      />
      <Typography.Title level={3} style={{ fontSize: 15 }}>
        Ways to pay at the checkout
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        Switch on what Korapay has enabled for you; customers choose among them. With none on, the
        checkout offers everything that your Korapay account has.
      </Typography.Paragraph>
      <Row gutter={24}>
        {CHANNELS.map((name) => (
          <Col key={name} xs={12} md={6}>
            <SettingSwitch name={name} />
          </Col>
        ))}
      </Row>
      <Row gutter={24}>
        <Col xs={24} md={12}>
          <SettingInput name="korapayPublicKey" />
        </Col>
        <Col xs={24} md={12}>
          <SecretInput form={form} name="korapaySecretKey" />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput
            name="minimumTopup"
            type="number"
            min={100}
            max={1_000_000}
            step={100}
            hint="₦100 to ₦1,000,000. Default: ₦1,000."
          />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput
            name="exchangeRate"
            type="number"
            min={1}
            max={10_000}
            step={0.01}
            hint="1 to 10,000. Default: 1,600."
          />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput
            name="correctionApprovalLimit"
            type="number"
            min={1}
            max={1_000_000_000}
            step={1}
            hint={`What one member of staff moves alone in a day by corrections, reversals, charge-backs, goodwill and refunds; more needs a second admin. ${RAISING} Default: ₦100,000.`}
          />
        </Col>
        <Col xs={24} md={12}>
          <SettingInput
            name="fundingApprovalLimit"
            type="number"
            min={1}
            max={1_000_000_000}
            step={1}
            hint={`What one member of staff moves alone in a day by all of that and by fundings; more needs a second admin. ${RAISING} Default: ₦50,000,000.`}
          />
        </Col>
      </Row>
      <SettingSwitch
        name="referralsEnabled"
        hint="A customer whose link brings another gets a part of that one's first top-up, to spend in the shop. Reversed top-ups take it back."
      />
      {hasReferrals && (
        <Row gutter={24}>
          <Col xs={24} md={8}>
            <SettingInput
              name="referralPercentage"
              type="number"
              min={1}
              max={50}
              step={1}
              hint="Of the first top-up. 1 to 50. Default: 10."
            />
          </Col>
          <Col xs={24} md={8}>
            <SettingInput
              name="referralMaximum"
              type="number"
              min={1}
              max={1_000_000}
              step={1}
              hint="Most for one invited customer. Default: ₦5,000."
            />
          </Col>
          <Col xs={24} md={8}>
            <SettingInput
              name="referralMinimumTopup"
              type="number"
              min={1}
              max={1_000_000}
              step={1}
              hint="A smaller top-up does not count as the first. Default: ₦1,000."
            />
          </Col>
        </Row>
      )}
      <SettingSwitch
        name="markupEnabled"
        hint="Added to every price after the conversion to naira."
      />
      {isMarkupEnabled && (
        <Row gutter={24}>
          <Col xs={24} md={12}>
            <SettingInput
              name="markupPercentage"
              type="number"
              min={0}
              max={1000}
              step={0.01}
              hint="0 to 100."
            />
          </Col>
        </Row>
      )}
      <InvoiceSettings />
    </>
  );
}
