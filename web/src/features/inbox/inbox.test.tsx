import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { advanceClock, freezeClock } from '@/testing/clock';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { InboxButton } from './inbox-button';

const LIST = 'GET /user/notifications';
const READ = 'POST /user/notifications/read';

const message = (id: number, read_at: string | null = null) => ({
  ...{ id, kind: 'expiry', title: `Proxy ${id} expires`, text: 'It expires soon.' },
  ...{ link: `/proxyhistory/${id}`, created_at: '2026-11-20T08:00:00Z', read_at },
});
type Message = ReturnType<typeof message>;

describe('the inbox', () => {
  const api = serveApi({
    [LIST]: ({ query }) => {
      const limit = Number(query.get('per_page'));
      return ok({
        notifications: stored.slice(0, limit),
        unread_count: stored.filter(({ read_at }) => read_at === null).length,
        pagination: { total: stored.length },
      });
    },
    [READ]: ({ body }) => {
      const { ids } = body as { ids?: number[] };
      stored = stored.map((one) =>
        !ids || ids.includes(one.id) ? { ...one, read_at: '2026-11-20T10:00:00Z' } : one,
      );
      return ok({ unread_count: 0 });
    },
  });
  let stored: Message[];

  beforeEach(() => {
    freezeClock();
    stored = [message(3), message(2), message(1, '2026-11-20T09:00:00Z')];
  });

  const start = () => renderAt(<InboxButton placement="left" />, '/dashboard');
  const bell = () => screen.getByRole('button', { name: /^Notifications/ });
  const open = async () => {
    const view = start();
    await person.click(bell());
    const drawer = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    return { ...view, drawer };
  };

  it('should show the number of unread notifications and tell it to screen readers', async () => {
    start();
    expect(bell()).toHaveAccessibleName('Notifications');
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 2 unread'));
    expect(bell()).toHaveTextContent('2');
    expect(api.calls(LIST).map(({ query }) => query.get('per_page'))).toEqual(['1']);
  });

  it('should count again when the window gets the focus', async () => {
    start();
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 2 unread'));
    stored = [message(4), ...stored];
    advanceClock(20_000);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 3 unread'));
  });

  it('should count again every minute while the page is visible', async () => {
    const ticks: (() => void)[] = [];
    const { setInterval } = globalThis;
    const timers = jest.spyOn(globalThis, 'setInterval').mockImplementation((...[run, ms]) => {
      if (ms === 60_000) ticks.push(run as () => void);
      return setInterval(run, ms);
    });
    start();
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 2 unread'));
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => ticks.at(-1)?.());
    visibility.mockRestore();
    stored = [message(4), ...stored];
    act(() => ticks.at(-1)?.());
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 3 unread'));
    expect(api.calls(LIST)).toHaveLength(2);
    timers.mockRestore();
  });

  it('should stay quiet when the number cannot be loaded', async () => {
    api.on(LIST, errorReply(500, { message: 'Out of order.' }));
    start();
    await waitFor(() => expect(api.calls(LIST)).toHaveLength(1));
    expect(bell()).toHaveAccessibleName('Notifications');
    expect(screen.queryByText('Out of order.')).toBeNull();
  });

  it('should list notifications with their time, and mark the unread', async () => {
    const { drawer } = await open();
    const links = await drawer.findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Unread: Proxy 3 expiresIt expires soon.2 hours ago', '/proxyhistory/3'],
      ['Unread: Proxy 2 expiresIt expires soon.2 hours ago', '/proxyhistory/2'],
      ['Proxy 1 expiresIt expires soon.2 hours ago', '/proxyhistory/1'],
    ]);
    expect(drawer.getByRole('status')).toHaveTextContent('2 unread');
  });

  it('should mark a notification as read and follow its link', async () => {
    const { drawer, router } = await open();
    await person.click(await drawer.findByRole('link', { name: /Proxy 2/ }));
    expect(router.state.location.pathname).toBe('/proxyhistory/2');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 1 unread'));
    expect(api.calls(READ).map(({ body }) => body)).toEqual([{ ids: [2] }]);
  });

  it('should follow the link of a read notification without marking it again', async () => {
    const { drawer, router } = await open();
    await person.click(await drawer.findByRole('link', { name: /Proxy 1/ }));
    expect(router.state.location.pathname).toBe('/proxyhistory/1');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.calls(READ)).toEqual([]);
  });

  it('should mark all as read and keep the focus in the drawer', async () => {
    const { drawer } = await open();
    await person.click(await drawer.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications'));
    expect(api.calls(READ).map(({ body }) => body)).toEqual([{}]);
    await waitFor(() =>
      expect(drawer.queryByRole('button', { name: 'Mark all as read' })).toBeNull(),
    );
    // The list is read again by a request of its own.
    await waitFor(() => expect(drawer.queryByText('Unread:')).toBeNull());
    expect(drawer.getByRole('status')).toHaveTextContent('No unread notifications');
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  });

  it('should say when marking fails, and keep them unread', async () => {
    api.on(READ, errorReply(500, { message: 'Out of order.' }));
    const { drawer } = await open();
    await person.click(await drawer.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('Out of order.')).toBeInTheDocument();
    expect(bell()).toHaveAccessibleName('Notifications, 2 unread');
  });

  it('should say that there are none yet', async () => {
    stored = [];
    const { drawer } = await open();
    expect(
      await drawer.findByRole('heading', { name: 'No notifications yet.' }),
    ).toBeInTheDocument();
    expect(drawer.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('should offer to try again when the list cannot be loaded', async () => {
    api.on(LIST, errorReply(500, { message: 'Out of order.' }));
    const { drawer } = await open();
    expect(await drawer.findByRole('alert')).toHaveTextContent('Out of order.');
    api.on(LIST, ok({ notifications: stored, unread_count: 2, pagination: { total: 3 } }));
    await person.click(drawer.getByRole('button', { name: 'Try Again' }));
    expect(await drawer.findAllByRole('link')).toHaveLength(3);
  });

  it('should show older notifications on request', async () => {
    stored = Array.from({ length: 25 }, (_, index) => message(25 - index));
    const { drawer } = await open();
    expect(await drawer.findAllByRole('link')).toHaveLength(20);
    await person.click(drawer.getByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(drawer.getAllByRole('link')).toHaveLength(25));
    expect(drawer.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('should open from the keyboard and return the focus on Escape', async () => {
    start();
    bell().focus();
    await person.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Notifications' });
    expect(bell()).toHaveAttribute('aria-expanded', 'true');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bell()).toHaveFocus();
  });
});
