import { Alert, Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { errorMessage } from '@/api/error-messages';
import { useAdminProbeNetwork } from '@/api/generated/admin-supply';
import { Panel } from '@/components/layout/panel';
import { countryName } from '@/lib/country';
import { formatNumber } from '@/lib/number';
import { CountrySelect } from '@/components/places/country-select';

const FAILED = { fallback: 'The test could not be run', thrown: 'The test could not be run' };

type Probe = NonNullable<ReturnType<typeof useAdminProbeNetwork>['data']>['data'];

function Outcome({ probe, asked }: { probe: Probe; asked: string | undefined }) {
  if (!probe.ok)
    return (
      <Alert
        type="error"
        showIcon
        title="The connection failed"
        description={probe.error ?? 'The provider gave no reason.'}
      />
    );
  const found = probe.country_found;
  const isElsewhere = asked !== undefined && found !== null && found !== asked;
  const facts = [
    probe.exit_ip && `Address ${probe.exit_ip}`,
    found && countryName(found),
    probe.latency_ms !== null && `${formatNumber(probe.latency_ms)} ms`,
  ].filter(Boolean);
  return (
    <Alert
      type={isElsewhere ? 'warning' : 'success'}
      showIcon
      title={
        isElsewhere
          ? `It answered from ${countryName(found)}, not from ${countryName(asked)}`
          : 'The connection works'
      }
      description={facts.join(', ')}
    />
  );
}

interface NetworkTestProps {
  id: number;
  countries: readonly string[];
  /** The stored settings are tested, not those in the form. */
  isDirty: boolean;
}

/** Fetches an address through the stored account, which costs a few bytes of its traffic. */
export function NetworkTest({ id, countries, isDirty }: NetworkTestProps) {
  const [country, setCountry] = useState<string>();
  const probe = useAdminProbeNetwork({ mutation: { meta: { quiet: true } } });
  return (
    <Panel title="Test connection">
      <Flex vertical gap="small">
        <Typography.Text type="secondary">
          {isDirty
            ? 'Save first: the test uses what is stored.'
            : 'A gateway fetches its own address through the account, which uses a little of its traffic.'}
        </Typography.Text>
        <label htmlFor="test-country">Country to test</label>
        <CountrySelect
          id="test-country"
          codes={countries}
          value={country}
          onChange={setCountry}
          placeholder="Any country"
        />
        <Button
          disabled={probe.isPending || isDirty}
          onClick={() => probe.mutate({ id, data: { country } })}
        >
          {probe.isPending ? 'Testing...' : 'Test connection'}
        </Button>
        <div aria-live="polite">
          {probe.isError && (
            <Alert type="error" showIcon title={errorMessage(probe.error, FAILED)} />
          )}
          {probe.data && <Outcome probe={probe.data.data} asked={probe.variables?.data.country} />}
        </div>
      </Flex>
    </Panel>
  );
}
