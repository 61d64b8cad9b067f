import { registerOfflineWorker } from './offline-worker';
import { isChunkError, canReload, reloadOnce } from './chunk-recovery';
import { act, render, screen } from '@testing-library/react';
import { UpdateBanner } from '@/components/feedback/banners';
import { serveApi } from '@/testing/api-server';
import { useNewVersion } from './layouts/root-layout';

describe('offline worker', () => {
  const register = jest.fn(() => Promise.reject<ServiceWorkerRegistration>(new Error('refused')));

  const load = () => dispatchEvent(new Event('load'));

  beforeEach(() => register.mockClear());
  it('should register the offline page once the page has loaded, and live with a refusal', () => {
    registerOfflineWorker('https:', { register });
    expect(register).not.toHaveBeenCalled();
    load();
    expect(register).toHaveBeenCalledWith('/offline-worker.js');
  });

  it('should register nothing on a developer’s machine or in a browser without workers', () => {
    registerOfflineWorker('http:', { register });
    registerOfflineWorker('https:', undefined);
    load();
    expect(register).not.toHaveBeenCalled();
  });
});

describe('chunk recovery', () => {
  // jsdom logs an error instead of reloading the page.
  const reloads = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  beforeEach(() => {
    sessionStorage.clear();
    reloads.mockClear();
  });
  afterAll(() => reloads.mockRestore());

  it.each([
    'Failed to fetch dynamically imported module: https://shop.example/assets/wallet-page-x.js',
    'error loading dynamically imported module: https://shop.example/assets/wallet-page-x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/wallet-page-x.css',
  ])('should recognise a failed chunk by the message: %s', (message) =>
    expect(isChunkError(new TypeError(message))).toBe(true),
  );

  it('should not take other errors for a failed chunk', () => {
    expect(isChunkError(new TypeError('x is not a function'))).toBe(false);
    expect(isChunkError('Importing a module script failed.')).toBe(false);
  });

  it('should reload once instead of looping', () => {
    expect(reloadOnce(1_000_000)).toBe(true);
    expect([canReload(1_005_000), reloadOnce(1_005_000)]).toEqual([false, false]);
    expect(reloads).toHaveBeenCalledTimes(1);
  });

  it('should reload again after 30 seconds', () => {
    expect(reloadOnce(1_000_000)).toBe(true);
    expect(reloadOnce(1_060_000)).toBe(true);
    expect(reloads).toHaveBeenCalledTimes(2);
  });
});

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
