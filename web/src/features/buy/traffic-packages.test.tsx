import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { ok } from '@/testing/samples';
import { BUY, bought, renderBuyPage, serveBuyPage } from '@/testing/buy-page';

describe('another amount of traffic', () => {
  const api = serveBuyPage();
  const open = (address?: string) => renderBuyPage(address).router;
  const button = (name: string) => screen.findByRole('button', { name });
  const summary = () => within(screen.getByRole('region', { name: 'Order Summary' }));
  const amount = () => screen.findByLabelText('Another amount');

  it('should be quoted and sold at the price of the next smaller package', async () => {
    api.on(BUY, bought);
    const router = open();
    await person.type(await amount(), '7');
    expect(summary().getByText('Traffic').parentElement).toHaveTextContent('7 GB');
    await waitFor(() =>
      expect(summary().getByText('Total').parentElement).toHaveTextContent('₦35,840'),
    );
    expect(router.state.location.search).toBe('?traffic=7');
    await person.click(await button('Purchase Residential Proxy'));
    await waitFor(() =>
      expect(api.calls(BUY)[0]?.body).toMatchObject({
        traffic_limit_mb: 7,
        expected_total: 35_840,
      }),
    );
  });

  it.each(['0', '2.5', '1001'])('should refuse %s GB', async (wrong) => {
    open();
    await person.type(await amount(), wrong);
    expect(await screen.findByText('Enter a whole number from 1 to 1,000.')).toBeVisible();
    expect(await button('Purchase Residential Proxy')).toBeDisabled();
  });

  it('should offer a larger package that costs less', async () => {
    api.on(
      'GET /pool/pricing',
      ok({
        priceList: [
          { traffic: '1', price: 5600, validity_days: 30 },
          { traffic: '5', price: 20_000, validity_days: 30 },
        ],
      }),
    );
    const router = open('/buyproxy?traffic=4');
    expect(await screen.findByText(/5 GB cost less: ₦20,000/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Choose 5 GB' }));
    await waitFor(() => expect(router.state.location.search).toBe('?traffic=5'));
    expect(await amount()).toHaveValue('');
  });
});
