import { act, render, screen } from '@testing-library/react';
import { UpdateBanner } from '@/components/feedback/banners';
import { serveApi } from '@/testing/api-server';
import { useNewVersion } from './root-layout';

const FIVE_MINUTES = 5 * 60_000;
const pageWith = (entry: string) => ({
  headers: { 'Content-Type': 'text/html' },
  body: `<html><script type="module" src="${entry}"></script></html>`,
});

function Harness() {
  return <UpdateBanner available={useNewVersion()} />;
}

describe('the new version banner', () => {
  const api = serveApi();
  let responses: Promise<unknown>[];
  const entry = document.createElement('script');

  beforeAll(() => {
    const toServer = globalThis.fetch;
    globalThis.fetch = async (...call) => {
      const answer = toServer(...call);
      responses.push(answer.then((response) => response.clone().text()));
      return answer;
    };
    entry.type = 'module';
    entry.setAttribute('src', '/assets/index-old.js');
    document.head.append(entry);
  });
  afterAll(() => entry.remove());
  beforeEach(() => {
    responses = [];
    jest.useFakeTimers();
    render(<Harness />);
  });
  afterEach(() => jest.useRealTimers());

  /** Advances by five minutes and waits until the response has been read. */
  const advanceToCheck = () =>
    act(async () => {
      jest.advanceTimersByTime(FIVE_MINUTES);
      await responses.at(-1);
    });
  const banner = () => screen.queryByText('A new version is ready.');

  it('should appear within five minutes of a deploy, with a Reload button', async () => {
    api.on('GET /', pageWith('/assets/index-old.js'));
    await advanceToCheck();
    expect(responses).toHaveLength(1);
    expect(banner()).not.toBeInTheDocument();
    api.on('GET /', pageWith('/assets/index-new.js'));
    await advanceToCheck();
    await act(async () => undefined);
    expect(responses).toHaveLength(2);
    expect(banner()).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled();
  });

  it('should stay hidden while the server is down, and send no request from a hidden tab', async () => {
    api.on('GET /', { status: 502, body: '<html>Bad gateway</html>' });
    await advanceToCheck();
    await act(async () => undefined);
    expect(responses).toHaveLength(1);
    expect(banner()).not.toBeInTheDocument();
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await advanceToCheck();
    expect(responses).toHaveLength(1);
    visibility.mockRestore();
  });
});
