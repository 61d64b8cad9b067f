import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ApiError } from '@/api/api-error';
import { RouteError } from './route-error';

const LOST = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');

describe('RouteError', () => {
  // jsdom logs an error instead of reloading the page; React logs the thrown error.
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const reloads = () =>
    consoleError.mock.calls.filter(([what]) => String(what).includes('navigation'));
  beforeEach(() => {
    sessionStorage.clear();
    consoleError.mockClear();
  });
  afterAll(() => consoleError.mockRestore());

  async function fail(error: Error): Promise<void> {
    const router = createMemoryRouter([
      {
        path: '*',
        lazy: () => Promise.reject(error),
        ErrorBoundary: RouteError,
        HydrateFallback: () => null,
      },
    ]);
    const { unmount } = render(<RouterProvider router={router} />);
    await screen.findByText(/^(Loading|Try Again)$/);
    unmountPage = unmount;
  }
  let unmountPage: () => void = () => undefined;

  it('should reload once for a failed chunk and show the error when the reload did not help', async () => {
    await fail(LOST);
    expect(screen.getByText('Loading')).toBeInTheDocument();
    await waitFor(() => expect(reloads()).toHaveLength(1));
    unmountPage();
    await fail(LOST);
    expect(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    expect(reloads()).toHaveLength(1);
    act(() => screen.getByRole('button', { name: 'Try Again' }).click());
    expect(reloads()).toHaveLength(2);
  });

  it('should not reload for other errors, and show the request id', async () => {
    await fail(new ApiError({ status: 500, code: 'X', message: 'It broke.', requestId: 'r-1' }));
    expect(screen.getByText('It broke.')).toBeInTheDocument();
    expect(screen.getByText('Request id: r-1')).toBeInTheDocument();
    expect(reloads()).toEqual([]);
  });
});
