import { FormActions } from '@/components/form/form-actions';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useAdminBuyStock, useAdminQuotePurchase } from '@/api/generated/admin-supply';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { NumberInput } from '@/components/form/number-input';
import { CountrySelect } from '@/components/places/country-select';
import { Dialog } from '@/components/ui/dialog';
import { countryName } from '@/lib/country';
import { formatNumber } from '@/lib/number';
import { whole } from './network-rules';
import { findSellable, OffersGate, type Offers } from './offers-gate';
import { PriceStep } from './price-step';
import type { Provider } from './providers';
import { countAddresses } from './stock';

interface Values {
  country: string;
  quantity: number;
  period: string;
}

interface BuyProps {
  provider: Provider;
  /** Its purchases show what becomes of it. */
  onBought: () => void;
  onClose: () => void;
}

function BuyForm({ provider, offers, onBought, onClose }: BuyProps & { offers: Offers }) {
  const message = useMessage();
  const [form] = Form.useForm<Values>();
  const [quoted, setQuoted] = useState<{ order: Values; total: number } | null>(null);
  const quote = useAdminQuotePurchase({
    mutation: { meta: { fallback: 'The price could not be read' } },
  });
  const buy = useAdminBuyStock({
    mutation: {
      meta: { fallback: 'The addresses could not be bought' },
      onSuccess: ({ data: { purchase }, message: text }) => {
        if (purchase.status === 'failed') message.error(purchase.error ?? text);
        else message.success(text);
        onBought();
      },
      // The price may be another one now.
      onError: () => setQuoted(null),
    },
  });
  const ask = (order: Values): void => {
    if (quote.isPending) return;
    quote.mutate(
      { id: provider.id, data: order },
      { onSuccess: ({ data }) => setQuoted({ order, total: data.total_usd }) },
    );
  };
  const shortest = formatNumber(offers.shortest_sale_days);
  const periodOf = (id: string) => offers.periods.find((one) => one.id === id)?.name ?? id;
  return (
    <>
      {/* Stays mounted, so that Back shows what was entered. */}
      <div hidden={quoted !== null}>
        <AppForm<Values>
          form={form}
          label="Buy addresses"
          initialValues={{ quantity: 10, period: findSellable(offers)?.id }}
          serverErrors={quote.error?.fieldErrors}
          onSubmit={ask}
        >
          <Form.Item
            name="country"
            label="Country"
            rules={[{ required: true, message: 'Choose a country' }]}
          >
            <CountrySelect codes={offers.countries} placeholder="Type a name or a code" />
          </Form.Item>
          <Form.Item
            name="quantity"
            label="Addresses"
            rules={whole(1, 1000, 'Enter a quantity from 1 to 1000')}
          >
            <NumberInput style={{ width: '100%' }} inputMode="numeric" />
          </Form.Item>
          <Form.Item
            name="period"
            label="Period"
            rules={[{ required: true, message: 'Choose a period of the provider' }]}
            extra={`You sell addresses for ${shortest} days or more, and an address must last longer than its sale.`}
          >
            <Select
              options={offers.periods.map(({ id, name, can_be_sold: isSellable }) => ({
                value: id,
                label: isSellable ? name : `${name} (too short to sell)`,
                disabled: !isSellable,
              }))}
            />
          </Form.Item>
          <FormActions onCancel={onClose} isBusy={quote.isPending} busy="Asking...">
            Show the price
          </FormActions>
        </AppForm>
      </div>
      {quoted && (
        <PriceStep
          what={`${countAddresses(quoted.order.quantity)} in ${countryName(quoted.order.country)}, ${periodOf(quoted.order.period)}`}
          total={quoted.total}
          confirm={`Buy ${countAddresses(quoted.order.quantity)}`}
          busy="Buying..."
          isBusy={buy.isPending}
          onConfirm={() =>
            buy.mutate({
              id: provider.id,
              data: { ...quoted.order, expected_total_usd: quoted.total },
            })
          }
          onBack={() => setQuoted(null)}
        />
      )}
    </>
  );
}

/** Buys addresses for stock: what the provider sells, its price, then the order. */
export default function BuyAddressesDialog(props: BuyProps) {
  return (
    <Dialog title={`Buy addresses at ${props.provider.name}`} width={480} onClose={props.onClose}>
      <OffersGate providerId={props.provider.id}>
        {(offers) => <BuyForm {...props} offers={offers} />}
      </OffersGate>
    </Dialog>
  );
}
