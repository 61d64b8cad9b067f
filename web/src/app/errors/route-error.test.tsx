import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ApiError } from '@/api/api-error';
import { RouteError } from './route-error';

const LOST = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');

describe('a page that cannot be shown', () => {
  // What jsdom says in the place of loading the page again, and what React says of an error.
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const reloads = () => said.mock.calls.filter(([what]) => String(what).includes('navigation'));
  beforeEach(() => {
    sessionStorage.clear();
    said.mockClear();
  });
  afterAll(() => said.mockRestore());

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
    shown = unmount;
  }
  let shown: () => void = () => undefined;

  it('reloads by itself once for a lost chunk, and says what is wrong when that did not help', async () => {
    await fail(LOST);
    expect(screen.getByText('Loading')).toBeInTheDocument();
    await waitFor(() => expect(reloads()).toHaveLength(1));
    shown();
    await fail(LOST);
    expect(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    expect(reloads()).toHaveLength(1);
    act(() => screen.getByRole('button', { name: 'Try Again' }).click());
    expect(reloads()).toHaveLength(2);
  });

  it('never reloads by itself for anything else, and shows the request id', async () => {
    await fail(new ApiError({ status: 500, code: 'X', message: 'It broke.', requestId: 'r-1' }));
    expect(screen.getByText('It broke.')).toBeInTheDocument();
    expect(screen.getByText('Request id: r-1')).toBeInTheDocument();
    expect(reloads()).toEqual([]);
  });
});
