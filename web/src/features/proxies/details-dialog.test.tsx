import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { datacenterProxy, ok, proxy } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import DetailsDialog from './details-dialog';

describe('the proxy details dialog', () => {
  const api = serveApi({
    'GET /user/allowed-addresses': ok({
      enabled: true,
      limit: 20,
      current_address: null,
      account: [],
      proxies: [],
    }),
  });

  beforeEach(() => {
    for (const id of [4, 9]) api.on(`GET /user/proxies/${id}/usage`, ok([]));
  });

  const open = async (of = proxy()) => {
    const onClose = jest.fn();
    renderAt(<DetailsDialog proxy={of} onClose={onClose} />);
    return { onClose, dialog: within(await screen.findByRole('dialog')) };
  };

  it('should show id, type, status, location, protocol, price and times', async () => {
    const { dialog } = await open();
    expect(dialog.getByText('Proxy #4 (Residential)')).toBeInTheDocument();
    const fact = (label: string) =>
      dialog.getByText(label, { selector: '.ant-descriptions-item-label' }).parentElement;
    for (const [label, value] of [
      ['Status', 'Active'],
      ['Location', 'Nigeria'],
      ['Protocol', 'HTTP'],
      ['Price', '₦25,600'],
      ['Created', '1 Nov 2026, 11:00'],
      ['Expires', '1 Dec 2026, 11:00'],
    ] as const)
      expect(fact(label)).toHaveTextContent(value);
    expect(fact('Location')?.querySelector('img')).toHaveAttribute('src', '/flags/ng.svg');
  });

  it('should show UDP for the kinds of proxies that have it only', async () => {
    await configureSite(api, { udp: { residential: true } });
    const { dialog } = await open();
    expect(dialog.getByText('Relayed on the SOCKS5 port')).toBeInTheDocument();
    cleanup();
    const { dialog: other } = await open(datacenterProxy());
    expect(other.queryByText('Relayed on the SOCKS5 port')).not.toBeInTheDocument();
  });

  it('should show Expired for every expired proxy, whatever its status', async () => {
    const { dialog } = await open(proxy({ is_expired: true }));
    expect(dialog.getByText('Expired')).toBeInTheDocument();
    expect(dialog.queryByText('Active')).not.toBeInTheDocument();
  });

  it.each([
    ['its owner alone', true, 1],
    ['staff', false, 0],
  ])('should offer a new password when suspended by %s: %s', async (_by, own, count) => {
    const { dialog } = await open(proxy({ status: 'suspended', suspended_by_owner: own }));
    expect(dialog.queryAllByRole('button', { name: 'New password' })).toHaveLength(count);
  });

  it('should show connection string, username, password and uuid with copy buttons', async () => {
    const { dialog } = await open();
    jest.useFakeTimers();
    const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    for (const [label, value] of [
      ['Connection string', 'gw.example:3128'],
      ['Username', 'np12345'],
      ['Password', 'secret-word'],
      ['UUID', '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ] as const) {
      expect(dialog.getByLabelText(label)).toHaveValue(value);
      await person.click(dialog.getByRole('button', { name: `Copy ${label.toLowerCase()}` }));
      expect(write).toHaveBeenLastCalledWith(value);
      await act(() => jest.advanceTimersByTimeAsync(0));
      const done = dialog.getByRole('button', { name: `Copied ${label.toLowerCase()}` });
      expect(done).toHaveTextContent('Copied');
    }
    write.mockRestore();
  });

  it('should mask every credential until it is asked for', async () => {
    const { dialog } = await open();
    for (const label of ['Username', 'Password'])
      expect(dialog.getByLabelText(label)).toHaveAttribute('type', 'password');
    await person.click(dialog.getByRole('button', { name: 'Show username' }));
    expect(dialog.getByLabelText('Username')).toHaveAttribute('type', 'text');
  });

  it('should use the port of the protocol', async () => {
    const { dialog } = await open(
      proxy({ protocol: 'socks5', connection_string: 'gw.example:1081' }),
    );
    expect(dialog.getByLabelText('Connection string')).toHaveValue('gw.example:1081');
  });

  it('should show the session, the bandwidth and the TTL', async () => {
    const { dialog } = await open(proxy({ bandwidth_usage_percentage: 33.333 }));
    expect(dialog.getByText('abcd2345')).toBeInTheDocument();
    expect(dialog.getByText('1,280 MB / 5,120 MB')).toBeInTheDocument();
    expect(dialog.getByText('33.3%')).toBeInTheDocument();
    expect(dialog.getByRole('progressbar', { name: 'Bandwidth used' })).toHaveAttribute(
      'aria-valuenow',
      '33',
    );
    expect(dialog.getByText('Keep as long as possible')).toBeInTheDocument();
  });

  it.each([
    [5, '5 minutes'],
    [1, '1 minute'],
    [-1, 'Rotate on every new request'],
  ])('should show a TTL of %d as %s', async (ttl_minutes, words) => {
    const { pool_data } = proxy();
    const { dialog } = await open(
      proxy({ pool_data: pool_data && { ...pool_data, ttl_minutes: ttl_minutes as never } }),
    );
    expect(dialog.getByText(words)).toBeInTheDocument();
  });

  it('should show no session or bandwidth for a datacenter proxy', async () => {
    const { dialog } = await open(datacenterProxy());
    expect(dialog.queryByText('Session ID')).not.toBeInTheDocument();
    expect(dialog.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('should close', async () => {
    const { dialog, onClose } = await open();
    await person.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});
