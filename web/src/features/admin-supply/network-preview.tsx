import { Alert, Flex, Form, Input, Select, Typography } from 'antd';
import { Panel } from '@/components/layout/panel';
import { CountrySelect } from '@/components/places/country-select';
import { formatMinutes } from './dialect-rules';
import type { NetworkPreview, PreviewRequest } from './use-network-preview';

const FIELDS = [
  ['region', 'Region', 'california'],
  ['city', 'City', 'los_angeles'],
  ['isp', 'ISP or AS number', 'AS37148'],
] as const;
const TTL_OPTIONS = [
  { value: -1, label: 'New address for every connection' },
  ...[10, 30, 60, 1440].map((value) => ({ value, label: `Keep it ${formatMinutes(value)}` })),
  { value: 0, label: 'Keep it as long as possible' },
];
/** Shown at an input of this panel; the rest are shown as a whole. */
const OWN = new Set(['country', 'region', 'city', 'isp', 'session', 'ttl_minutes']);

export const FIRST_REQUEST: PreviewRequest = {
  country: undefined,
  region: '',
  city: '',
  isp: '',
  session: '',
  ttl: 10,
};

function Sent({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Typography.Text type="secondary">{label}</Typography.Text>
      <div>
        <code style={{ overflowWrap: 'anywhere' }}>{value}</code>
      </div>
    </div>
  );
}

function Result({ preview }: { preview: NetworkPreview }) {
  const { username, password, errors, failed, isReady, isStale } = preview;
  const problems = Object.entries(errors);
  if (!isReady)
    return (
      <Typography.Text type="secondary">
        Enter the user name of your account to see what is sent.
      </Typography.Text>
    );
  if (problems.length > 0 || failed !== undefined) {
    const others = problems.filter(([name]) => !OWN.has(name)).flatMap(([, texts]) => texts);
    return (
      <Alert
        type="error"
        showIcon
        title={problems.some(([name]) => OWN.has(name)) ? 'This cannot be asked for' : 'Not usable'}
        description={
          others.join(' ') ||
          failed ||
          'Customers who ask for it are refused, so that nobody gets another place than asked for.'
        }
      />
    );
  }
  if (username === undefined || password === undefined) return null;
  return (
    <Flex vertical gap="small" style={isStale ? { opacity: 0.6 } : undefined}>
      <Sent label="User name" value={username} />
      <Sent label="Password" value={password} />
    </Flex>
  );
}

interface NetworkPreviewProps {
  preview: NetworkPreview;
  request: PreviewRequest;
  onChange: (request: PreviewRequest) => void;
  /** Codes of the network's countries. */
  countries: readonly string[];
}

/** What a gateway would send to the provider, for a connection of choice. */
export function NetworkPreviewPanel({
  preview,
  request,
  onChange,
  countries,
}: NetworkPreviewProps) {
  const set = (change: Partial<PreviewRequest>): void => onChange({ ...request, ...change });
  const item = (name: string) => {
    const [error] = preview.errors[name] ?? [];
    return { help: error, validateStatus: error ? ('error' as const) : undefined };
  };
  return (
    <Panel title="What is sent to the provider">
      <div aria-live="polite" style={{ marginBottom: 16, minHeight: 44 }}>
        <Result preview={preview} />
      </div>
      <Form component="div" layout="vertical">
        <Form.Item label="Country" htmlFor="preview-country" {...item('country')}>
          <CountrySelect
            id="preview-country"
            codes={countries}
            value={request.country}
            onChange={(country) => set({ country })}
            placeholder="Any country"
          />
        </Form.Item>
        {FIELDS.map(([name, label, example]) => (
          <Form.Item key={name} label={label} htmlFor={`preview-${name}`} {...item(name)}>
            <Input
              id={`preview-${name}`}
              autoComplete="off"
              allowClear
              placeholder={example}
              value={request[name]}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          </Form.Item>
        ))}
        <Form.Item label="Address" htmlFor="preview-ttl" {...item('ttl_minutes')}>
          <Select
            id="preview-ttl"
            options={TTL_OPTIONS}
            value={request.ttl}
            onChange={(ttl) => set({ ttl })}
          />
        </Form.Item>
        {request.ttl >= 0 && (
          <Form.Item
            label="Session of the customer"
            htmlFor="preview-session"
            style={{ marginBottom: 0 }}
            {...item('session')}
          >
            <Input
              id="preview-session"
              autoComplete="off"
              placeholder="None"
              value={request.session}
              onChange={({ target }) => set({ session: target.value })}
            />
          </Form.Item>
        )}
      </Form>
    </Panel>
  );
}
