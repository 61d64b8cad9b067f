import type { listEndpoints } from '@/api/generated/proxies';
import type { Option } from '@/lib/proxy-options';
import { csvFile, jsonFile } from '@/lib/csv';

type ListAnswer = Exclude<Awaited<ReturnType<typeof listEndpoints>>, string>;
export type Endpoint = ListAnswer['data']['endpoints'][number];

export type BuilderFormat = 'host_port_user_pass' | 'user_pass_host_port' | 'url' | 'json' | 'csv';

export const FORMATS: readonly Option<BuilderFormat>[] = [
  { value: 'host_port_user_pass', label: 'host:port:user:pass' },
  { value: 'user_pass_host_port', label: 'user:pass@host:port' },
  { value: 'url', label: 'URL' },
  { value: 'json', label: 'JSON' },
  { value: 'csv', label: 'CSV' },
];

const COLUMNS = ['host', 'port', 'username', 'password', 'protocol'] as const;

const toLine = (endpoint: Endpoint, format: BuilderFormat): string => {
  const { host, port, username, password, url } = endpoint;
  switch (format) {
    case 'url':
      return url;
    case 'user_pass_host_port':
      return `${username}:${password}@${host}:${port}`;
    case 'csv':
      return COLUMNS.map((column) => endpoint[column]).join(',');
    default:
      return `${host}:${port}:${username}:${password}`;
  }
};

/** The list as it is shown and copied. */
export function toListText(endpoints: readonly Endpoint[], format: BuilderFormat): string {
  if (format === 'json') return JSON.stringify(endpoints, null, 2);
  const lines = endpoints.map((endpoint) => toLine(endpoint, format));
  return (format === 'csv' ? [COLUMNS.join(','), ...lines] : lines).join('\n');
}

export function toListFile(
  endpoints: readonly Endpoint[],
  format: BuilderFormat,
): { content: Blob; extension: string } {
  if (format === 'json') return { content: jsonFile(endpoints), extension: 'json' };
  if (format === 'csv') {
    const rows = endpoints.map((endpoint) => COLUMNS.map((column) => endpoint[column]));
    return { content: csvFile([COLUMNS, ...rows]), extension: 'csv' };
  }
  const content = new Blob([`${toListText(endpoints, format)}\n`], { type: 'text/plain' });
  return { content, extension: 'txt' };
}
