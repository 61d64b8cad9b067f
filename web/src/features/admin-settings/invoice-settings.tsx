import { Col, Row, Typography } from 'antd';
import { SettingInput } from './setting-input';
import { LIMITS } from './settings';

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
