import { formatBytes } from './bytes';

it.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 2, '5 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [2048 * 1024 ** 4, '2,048 TB'],
])('%d bytes are formatted as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
