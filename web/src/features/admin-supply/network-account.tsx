import { Typography, Flex, Form, Input, Radio, Switch, type FormInstance } from 'antd';
import { memo } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { Panel } from '@/components/layout/panel';
import { capitalise } from '@/lib/text';
import { describeRules } from './dialect-rules';
import { portFor, type NetworkDraft } from './network-draft';
import { KINDS, type Dialect } from './networks';
import { noteOf } from './provider-notes';
import { required, whole } from './network-rules';

const POSITION = /\(character (\d+)\)$/;

interface TemplateMistakeProps {
  text: string;
  message: string;
}

/** The sentence about a template, with the character that it is about marked in it. */
export function TemplateMistake({ text, message }: TemplateMistakeProps) {
  const at = Number(POSITION.exec(message)?.[1] ?? 0) - 1;
  const start = at >= 0 && at < text.length ? at : -1;
  return (
    <div role="alert">
      <Typography.Text type="danger">{message}</Typography.Text>
      {start >= 0 && (
        <div>
          <code style={{ overflowWrap: 'anywhere' }}>
            {text.slice(0, start)}
            <mark>{text.charAt(start)}</mark>
            {text.slice(start + 1)}
          </code>
        </div>
      )}
    </div>
  );
}

const WORDS = { http: 'HTTP', https: 'HTTPS', socks5: 'SOCKS5' } as const;
const KIND_OPTIONS = KINDS.map((value) => ({ value, label: capitalise(value) }));

interface SectionProps {
  dialect: Dialect;
  form: FormInstance<NetworkDraft>;
}

function Endpoint({ dialect, form }: SectionProps) {
  return (
    <>
      <Form.Item
        name="protocol"
        label="Protocol"
        extra={
          dialect.protocols.includes('https')
            ? 'HTTPS encrypts your user name and password on the way to the provider.'
            : undefined
        }
      >
        <Radio.Group
          optionType="button"
          options={dialect.protocols.map((value) => ({ value, label: WORDS[value] }))}
          onChange={({ target }) => {
            const port = portFor(dialect, target.value as NetworkDraft['protocol']);
            if (port !== null) form.setFieldValue('port', port);
          }}
        />
      </Form.Item>
      <Flex gap="middle" wrap>
        <Form.Item
          name="host"
          label="Host"
          style={{ flex: '3 1 220px' }}
          rules={required('Enter the host name or IP address of the provider’s gateway')}
        >
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="port"
          label="Port"
          style={{ flex: '1 1 100px' }}
          extra={
            dialect.host !== null && dialect.ports.http === null
              ? 'As its dashboard shows it.'
              : undefined
          }
          rules={whole(1, 65_535, 'Enter a port from 1 to 65535')}
        >
          <NumberInput style={{ width: '100%' }} inputMode="numeric" />
        </Form.Item>
      </Flex>
    </>
  );
}

interface TemplateProps {
  name: 'username_template' | 'password_template';
  label: string;
  form: FormInstance<NetworkDraft>;
  /** Of the preview. */
  mistake: string | undefined;
  isRequired?: boolean;
}

function TemplateInput({ name, label, form, mistake, isRequired = false }: TemplateProps) {
  const text: string = Form.useWatch(name, form) ?? '';
  return (
    <Form.Item
      name={name}
      label={label}
      rules={isRequired ? required('Enter how the user name is put together') : undefined}
      extra={mistake !== undefined && <TemplateMistake text={text} message={mistake} />}
    >
      <Input.TextArea
        autoSize
        spellCheck={false}
        autoComplete="off"
        style={{ fontFamily: 'monospace' }}
      />
    </Form.Item>
  );
}

interface AccountProps extends SectionProps {
  /** The network whose password is stored; it is kept for the same endpoint only. */
  stored: NetworkDraft | undefined;
  errors: Record<string, string[]>;
}

function Templates({ dialect, form, errors }: Omit<AccountProps, 'stored'>) {
  const isCustom = dialect.username_template === '';
  const hasTemplates: boolean = Form.useWatch('hasTemplates', form) ?? false;
  return (
    <>
      {!isCustom && (
        <Form.Item
          name="hasTemplates"
          label="Own templates"
          valuePropName="checked"
          extra={`Only if the syntax of ${dialect.name} differs for your account.`}
        >
          <Switch />
        </Form.Item>
      )}
      {(isCustom || hasTemplates) && (
        <>
          <Typography.Paragraph type="secondary">
            <code>{'{user}'}</code>, <code>{'{pass}'}</code>, <code>{'{country}'}</code>,{' '}
            <code>{'{region}'}</code>, <code>{'{city}'}</code>, <code>{'{isp}'}</code>,{' '}
            <code>{'{asn}'}</code>, <code>{'{session}'}</code> and <code>{'{ttl}'}</code> (minutes)
            are filled in. What stands in <code>[ ]</code> is left out when its value is missing,
            such as <code>{'{user}[-cc-{country}][-session-{session}]'}</code>.
          </Typography.Paragraph>
          <TemplateInput
            name="username_template"
            label="User name template"
            form={form}
            mistake={errors.username_template?.[0]}
            isRequired
          />
          <TemplateInput
            name="password_template"
            label="Password template"
            form={form}
            mistake={errors.password_template?.[0]}
          />
        </>
      )}
    </>
  );
}

/** The account at the provider, and where its gateway is. */
export const NetworkAccount = memo(function NetworkAccount({
  dialect,
  form,
  stored,
  errors,
}: AccountProps) {
  const protocol = Form.useWatch('protocol', form);
  const host: string | undefined = Form.useWatch('host', form);
  const port = Form.useWatch('port', form);
  // The first render comes before the form has values.
  const isMoved =
    stored !== undefined &&
    host !== undefined &&
    (protocol !== stored.protocol ||
      host.trim().toLowerCase() !== stored.host ||
      port !== stored.port);
  const isKept = stored !== undefined && !isMoved;
  return (
    <Panel title="Your account at the provider">
      <Typography.Paragraph type="secondary">{describeRules(dialect)}</Typography.Paragraph>
      <Form.Item name="kind" label="Sold as">
        <Radio.Group optionType="button" options={KIND_OPTIONS} />
      </Form.Item>
      <Form.Item
        name="username"
        label="User name"
        extra={noteOf(dialect.id).username}
        rules={required('Enter the user name of the account')}
      >
        <Input autoComplete="off" spellCheck={false} autoCapitalize="none" />
      </Form.Item>
      <Form.Item
        name="password"
        label="Password"
        extra={
          isMoved
            ? 'Enter it again: the stored one is not sent to another host, port or protocol.'
            : isKept
              ? 'Stored encrypted. Leave it empty to keep it.'
              : 'Of the proxy account, not of the dashboard. It is stored encrypted and never shown again.'
        }
        rules={isKept ? undefined : required('Enter the password of the account')}
      >
        <Input.Password autoComplete="new-password" placeholder={isKept ? '••••••••' : undefined} />
      </Form.Item>
      <Endpoint dialect={dialect} form={form} />
      <Templates dialect={dialect} form={form} errors={errors} />
    </Panel>
  );
});
