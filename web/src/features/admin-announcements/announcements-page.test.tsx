import { screen, waitFor, within } from '@testing-library/react';
import { session } from '@/api/session';
import { setUpApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { person } from '@/testing/person';
import { ada, errorReply, ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';

const LIST = 'GET /admin/announcements';
const announcement = {
  ...{ id: 7, title: 'New exits', body: 'In **Lagos**.', level: 'information', audience: 'all' },
  ...{ starts_at: '2026-11-20T08:00:00Z', ends_at: null, to_inbox: true, inbox_count: 1204 },
  ...{ inbox_sent_at: '2026-11-20T08:01:00Z', state: 'active' },
};
const ended = { ...announcement, id: 6, title: 'Over', state: 'ended', to_inbox: false };

describe('announcements of staff', () => {
  mockWideViewport();
  const api = setUpApi(() => signInAs('admin'));
  beforeEach(() => api.on(LIST, ok({ announcements: [announcement, ended] })));
  const open = async () => {
    openApp('/admin/announcements');
    return within(await screen.findByRole('table', { name: 'Announcements' }));
  };
  const press = (name: string) => person.click(screen.getByRole('button', { name }));
  const pick = async (name: string) => {
    await press('Actions for New exits');
    await person.click(await screen.findByRole('menuitem', { name }));
  };

  it('should be listed with their audience, inboxes and state', async () => {
    const table = await open();
    for (const text of ['All customers', '1,204 inboxes', 'Active', 'Ended'])
      expect(table.getAllByText(text)[0]).toBeVisible();
    // What has ended is not changed.
    expect(table.queryByRole('button', { name: 'Actions for Over' })).not.toBeInTheDocument();
  });

  it('should be published with level, audience, end and inbox, and previewed', async () => {
    await open();
    await press('New announcement');
    await press('Publish');
    expect(await screen.findByText('Enter a title')).toBeInTheDocument();
    await person.type(screen.getByLabelText('Title'), 'Careful');
    await person.type(screen.getByLabelText('Text'), 'Use **TLS**');
    expect(await screen.findByText('TLS', { selector: 'strong' })).toBeInTheDocument();
    await person.click(screen.getByLabelText('Warning'));
    await person.click(screen.getByLabelText('Also a message in their inbox'));
    await waitFor(() => expect(screen.getByLabelText('Until (Lagos)')).toBeEnabled());
    await person.type(screen.getByLabelText('Until (Lagos)'), '1 Dec 2099, 06:30');
    await person.tab();
    const refusal = { ends_at: ['It has to end after it starts, and later than now'] };
    api.on('POST /admin/announcements', errorReply(422, { errors: refusal }));
    await press('Publish');
    expect(await screen.findByText(/It has to end after/)).toBeInTheDocument();
    expect(api.calls('POST /admin/announcements')[0]!.body).toEqual({
      ...{ title: 'Careful', body: 'Use **TLS**', level: 'warning', audience: 'all' },
      ...{ to_inbox: true, starts_at: null, ends_at: '2099-12-01T06:30:00+01:00' },
    });
  });

  it('should be edited and ended', async () => {
    api.on('PUT /admin/announcements/7', ok(announcement, 'Announcement saved.'));
    api.on('POST /admin/announcements/7/end', ok(announcement, 'Announcement ended.'));
    await open();
    await pick('Edit');
    await person.type(await screen.findByLabelText('Title'), ' in Lagos');
    await press('Save');
    await screen.findByText('Announcement saved.');
    expect(api.calls('PUT /admin/announcements/7')[0]!.body).toMatchObject({
      ...{ title: 'New exits in Lagos', starts_at: '2026-11-20T09:00:00+01:00', ends_at: null },
    });
    await pick('End');
    await press('End announcement');
    await screen.findByText('Announcement ended.');
  });
});

describe('the announcement of customers', () => {
  const api = setUpApi(() => session.start({ token: 't', user: ada }));
  afterEach(() => localStorage.clear());

  it('should show Markdown without HTML, scripts and images, and the next one once dismissed', async () => {
    const body =
      '# Hi\n<b>x</b> [safe](https://a.example) [bad](javascript:alert) ![i](https://a.example/i)';
    const second = { ...announcement, id: 8, title: 'Second' };
    api.on('GET /user/announcements', ok({ announcements: [{ ...announcement, body }, second] }));
    const app = openApp('/profile');
    const banner = await screen.findByRole('complementary', { name: 'Announcement' });
    await within(banner).findByRole('heading', { name: 'Hi' });
    expect(within(banner).getAllByRole('link')).toEqual([
      within(banner).getByRole('link', { name: 'safe' }),
      within(banner).getByRole('link', { name: 'i' }),
    ]);
    expect(banner.querySelector('b, img, script')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Dismiss New exits' }));
    expect(await screen.findByText('Second')).toBeInTheDocument();
    app.close();
    openApp('/profile');
    expect(await screen.findByText('Second')).toBeInTheDocument();
    expect(screen.queryByText('New exits')).not.toBeInTheDocument();
  });
});
