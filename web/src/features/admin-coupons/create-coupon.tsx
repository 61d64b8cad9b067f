import { FormActions } from '@/components/form/form-actions';
import { Col, Form, Input, Radio, Row } from 'antd';
import { required } from '@/components/form/required';
import { useAdminCreateCoupon } from '@/api/generated/admin-payments';
import { DateInput } from '@/components/form/date-input';
import { isoDate } from '@/lib/date';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import { EMPTY_COUPON, toCreateBody, type CouponValues } from './coupons';
import { outcome } from '@/api/outcome';

const KINDS = [
  { value: 'percent', label: 'A percentage' },
  { value: 'bonus', label: 'An amount' },
];

/** A new code. Its terms cannot be changed afterwards, so they are all here. */
export function CreateCoupon({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<CouponValues>();
  const kind = Form.useWatch('kind', form) ?? EMPTY_COUPON.kind;
  const create = useAdminCreateCoupon({
    mutation: outcome('The coupon could not be created', onClose),
  });
  return (
    <Dialog title="New coupon" width={520} onClose={onClose}>
      <AppForm<CouponValues>
        form={form}
        label="New coupon"
        initialValues={EMPTY_COUPON}
        serverErrors={create.error?.fieldErrors}
        onSubmit={(values) => {
          if (!create.isPending) create.mutate({ data: toCreateBody(values) });
        }}
      >
        <Form.Item
          name="code"
          label="Code"
          required
          rules={required('Enter a code')}
          extra="4 to 32 letters, digits or hyphens. Customers may type it in any case."
        >
          <Input
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
            placeholder="WELCOME10"
          />
        </Form.Item>
        <Form.Item name="kind" label="It adds to a top-up">
          <Radio.Group options={KINDS} />
        </Form.Item>
        {kind === 'percent' ? (
          <Row gutter={16}>
            <Col xs={24} sm={12}>
              <Form.Item
                name="percent"
                label="Percent"
                required
                rules={required('Enter a percentage')}
              >
                <Input inputMode="numeric" autoComplete="off" maxLength={3} suffix="%" />
              </Form.Item>
            </Col>
            <Col xs={24} sm={12}>
              <Form.Item name="max_bonus" label="At most (₦)" extra="Leave empty for no limit.">
                <Input inputMode="numeric" autoComplete="off" maxLength={9} />
              </Form.Item>
            </Col>
          </Row>
        ) : (
          <Form.Item name="bonus" label="Amount (₦)" required rules={required('Enter an amount')}>
            <Input inputMode="numeric" autoComplete="off" maxLength={9} />
          </Form.Item>
        )}
        <Form.Item
          name="minimum_topup"
          label="Smallest top-up (₦)"
          extra="Leave empty for any top-up. A fixed amount can then add more than the customer pays."
        >
          <Input inputMode="numeric" autoComplete="off" maxLength={9} />
        </Form.Item>
        <Row gutter={16}>
          <Col xs={24} sm={12}>
            <Form.Item name="max_uses" label="Uses in all" extra="Leave empty for no limit.">
              <Input inputMode="numeric" autoComplete="off" maxLength={9} />
            </Form.Item>
          </Col>
          <Col xs={24} sm={12}>
            <Form.Item name="per_customer" label="Uses per customer">
              <Input inputMode="numeric" autoComplete="off" maxLength={4} />
            </Form.Item>
          </Col>
        </Row>
        <Form.Item name="ends_at" label="Ends (Lagos)" extra="Leave empty to end it yourself.">
          <DateInput withTime min={isoDate()} />
        </Form.Item>
        <FormActions onCancel={onClose} isBusy={create.isPending} busy="Creating...">
          Create coupon
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
