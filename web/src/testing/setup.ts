import '@testing-library/jest-dom';
import * as React from 'react';
import { configure } from '@testing-library/react';
import { clearInFlight } from '@/api/http';
import { session } from '@/api/session';
import { ignoreEarlierRequests } from './api-server';
import { runEndTasks } from './at-test-end';
import { resetMessages, extendMessages } from './messages';

// The same timeout as in the other test suites, for slow machines.
configure({ asyncUtilTimeout: 30_000 });
extendMessages();

// The test's screens are unmounted by now. Its pending work must not affect the next test.
afterEach(() => {
  runEndTasks();
  jest.useRealTimers();
  ignoreEarlierRequests();
  session.logout();
  clearInFlight();
  resetMessages();
  localStorage.clear();
  sessionStorage.clear();
});

// Styles are not inserted: jsdom lays nothing out, and every getByRole would match each element against thousands of rules.
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
  configurable: true,
  get: () => '',
  set() {},
});

// Browser APIs that Ant Design and our hooks need and jsdom lacks.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    // jsdom never ends a transition, so Ant Design would never finish one.
    matches: query.includes('prefers-reduced-motion'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
});

class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = NoResizeObserver;

Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

// jsdom has the dialog element without these methods.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// jsdom does not support pseudo-elements and logs an error for each call.
const styleOf = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => styleOf(element);

// Node's MessageChannel would keep the process alive.
class TimedMessageChannel {
  readonly port1: { onmessage: (() => void) | null } = { onmessage: null };
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.(), 0) };
}
window.MessageChannel = TimedMessageChannel as unknown as typeof MessageChannel;

// React creates FormData for a form that navigates on submit; Node's FormData rejects jsdom forms.
class EmptyFormData extends FormData {
  constructor(_form?: HTMLFormElement) {
    super();
  }
}
window.FormData = EmptyFormData;

// React would take a stack trace of each element that it creates.
const internals = (React as unknown as Record<string, object>)
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE!;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set() {},
});
