import { registerOfflineWorker } from './offline-worker';

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
