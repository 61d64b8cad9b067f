/**
 * Registers the worker that shows a page without a connection, once the page has loaded. Only where the shop is
 * really served: on http://localhost it would answer for whatever else is developed on the port.
 */
export function registerOfflineWorker(
  protocol: string,
  workers: Pick<ServiceWorkerContainer, 'register'> | undefined,
): void {
  if (protocol !== 'https:' || !workers) return;
  addEventListener(
    'load',
    // Without it the browser shows its own page.
    () => void workers.register('/offline-worker.js').catch(() => undefined),
    { once: true },
  );
}
