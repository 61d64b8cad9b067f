import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { clearInFlight } from '@/api/in-flight';
import { session } from '@/api/session';
import { nextRound } from './api-server';
import { resetMessages, extendMessages } from './messages';

// As everywhere: what happens in the end has half a minute for it.
configure({ asyncUtilTimeout: 30_000 });
extendMessages();

// The screens of a test are gone by now. What it has begun must not reach the next one.
afterEach(() => {
  jest.useRealTimers();
  nextRound();
  session.logout();
  clearInFlight();
  resetMessages();
  localStorage.clear();
  sessionStorage.clear();
});

// What Ant Design and our own hooks ask of a browser and jsdom does not have.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    // jsdom ends no transition, so Ant Design would never finish one.
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

// jsdom knows no pseudo-elements and complains about each question.
const styleOf = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => styleOf(element);

// Node's own would keep the process from ending.
class TimedMessageChannel {
  readonly port1: { onmessage: (() => void) | null } = { onmessage: null };
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.(), 0) };
}
window.MessageChannel = TimedMessageChannel as unknown as typeof MessageChannel;

// React makes one of a form whose submit leads to another page; Node's own takes no form of jsdom.
class EmptyFormData extends FormData {
  constructor(_form?: HTMLFormElement) {
    super();
  }
}
window.FormData = EmptyFormData;
