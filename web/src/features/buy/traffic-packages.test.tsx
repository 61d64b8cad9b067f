import { screen, waitFor, within } from '@testing-library/react';
import { BUY, bought, renderBuyPage, serveBuyPage } from '@/testing/buy-page';
import { person } from '@/testing/person';
import { ok } from '@/testing/samples';

describe('another amount of traffic than a package', () => {
  const api = serveBuyPage();

  const open = (address?: string) => renderBuyPage(address).router;
  const button = () => screen.findByRole('button', { name: 'Purchase Residential Proxy' });
  const amount = () => screen.findByLabelText('Another amount');
  const line = (label: string) =>
    within(screen.getByRole('region', { name: 'Order Summary' })).getByText(label).parentElement;

  it('should be bought at the quoted price', async () => {
    api.on(BUY, bought);
    api.on('POST /pricing/quote', ({ body }) =>
      ok({ total: (body as { traffic_limit_mb: number }).traffic_limit_mb * 5000 }),
    );
    const router = open();
    await person.type(await amount(), '7');
    await waitFor(() => expect(line('Total')).toHaveTextContent('₦35,000'));
    expect(line('Traffic')).toHaveTextContent('7 GB');
    expect(line('List price')).toHaveTextContent('₦35,840');
    expect(await amount()).toHaveAccessibleDescription('₦5,120 per GB');
    expect(router.state.location.search).toBe('?traffic=7');
    for (const radio of within(
      screen.getByRole('radiogroup', { name: 'Traffic package' }),
    ).getAllByRole('radio'))
      expect(radio).not.toBeChecked();
    await person.click(await button());
    await waitFor(() =>
      expect(api.calls(BUY)[0]?.body).toMatchObject({
        traffic_limit_mb: 7,
        expected_total: 35_000,
      }),
    );
  });

  it.each(['0', '1001', '2.5', 'abc'])('should not be %s', async (typed) => {
    open(`/buyproxy?traffic=${typed}`);
    const help = 'Enter a whole number from 1 to 1,000.';
    expect(await screen.findByText(help)).toBeVisible();
    expect(await amount()).toHaveValue(typed);
    expect(await amount()).toBeInvalid();
    expect(await amount()).toHaveAccessibleDescription(help);
    expect(await button()).toBeDisabled();
    expect(line('Total')).toHaveTextContent('–');
  });

  it('should select the package of the same size, and make way for a chosen one', async () => {
    open('/buyproxy?traffic=7');
    await waitFor(async () => expect(await amount()).toHaveValue('7'));
    await person.clear(await amount());
    await person.type(await amount(), '5');
    const five = screen.getByRole('radio', { name: /^5 GB/ });
    await waitFor(() => expect(five).toBeChecked());
    expect(await amount()).toHaveValue('5');
    await person.click(screen.getByRole('radio', { name: /^1 GB/ }));
    await waitFor(async () => expect(await amount()).toHaveValue(''));
  });

  it('should offer a larger package that costs less', async () => {
    const priceList = [
      { traffic: '50', price: 208_000, validity_days: 30 },
      { traffic: '100', price: 384_000, validity_days: 30 },
    ];
    api.on('GET /pool/pricing', ok({ priceList }));
    open('/buyproxy?traffic=92');
    await waitFor(() => expect(line('Total')).toHaveTextContent('₦382,720'));
    expect(screen.queryByText(/cost less/)).toBeNull();
    await person.clear(await amount());
    await person.type(await amount(), '95');
    expect(await screen.findByText('100 GB cost less: ₦384,000')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Choose 100 GB' }));
    await waitFor(() => expect(line('Total')).toHaveTextContent('₦384,000'));
    expect(await amount()).toHaveValue('');
    expect(screen.queryByText(/cost less/)).toBeNull();
  });
});
