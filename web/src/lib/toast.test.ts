import { keepToasts, letToastsGo } from '@/testing/toasts';
import { toast, TOAST_LIMIT } from './toast';

const texts = (): string[] => toast.get().map(({ text }) => text);

describe('toasts', () => {
  beforeAll(letToastsGo);
  afterAll(keepToasts);
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.runAllTimers();
    jest.useRealTimers();
  });

  // spec: C4.11, C9.13
  it.each([
    ['error', 4000],
    ['success', 2000],
    ['blank', 4000],
  ] as const)('of kind %s stay %d ms', (kind, ms) => {
    toast[kind]('hello');
    jest.advanceTimersByTime(ms - 1);
    expect(texts()).toEqual(['hello']);
    jest.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  // spec: C9.14
  it('are twenty at most: the oldest gives way', () => {
    for (let index = 1; index <= TOAST_LIMIT + 3; index += 1) toast.error(`no ${index}`);
    expect(texts()).toHaveLength(20);
    expect(texts()[0]).toBe('no 4');
    expect(texts().at(-1)).toBe('no 23');
  });

  it('say the same words once, and then longer', () => {
    toast.error('down');
    jest.advanceTimersByTime(3000);
    toast.error('down');
    expect(texts()).toEqual(['down']);
    jest.advanceTimersByTime(3000);
    expect(texts()).toEqual(['down']);
    jest.advanceTimersByTime(1000);
    expect(texts()).toEqual([]);
  });

  it('wait while they are being read, and can be sent away', () => {
    toast.error('read me');
    toast.pause();
    jest.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['read me']);
    toast.resume();
    toast.dismiss(toast.get()[0]?.id ?? 0);
    expect(texts()).toEqual([]);
  });
});
