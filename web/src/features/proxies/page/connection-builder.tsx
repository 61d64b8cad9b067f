import { keepPreviousData } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { useListEndpoints } from '@/api/generated/proxies';
import { resetDependentFields, type ProxyLocation } from '@/lib/proxy-location';
import { specific, type Protocol, PROTOCOLS } from '@/lib/proxy-options';
import { isDatacenter, type Proxy, getConnectionType } from '@/features/proxies/proxy';
import { toLocation } from '@/features/proxies/to-location';
import { type Endpoint, FORMATS, toListFile, toListText, type BuilderFormat } from './list-format';
import { Form, Alert, Button, Select } from 'antd';
import { usePlaces } from '@/api/use-places';
import { ErrorState } from '@/components/feedback/error-state';
import { CountriesSelect } from '@/components/places/country-select';
import { PlaceSelect } from '@/components/places/place-select';
import { isRandom, RANDOM_CODE } from '@/lib/country';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { findLimitProblem, WholeNumberItem } from '@/components/form/number-input';
import { Panel } from '@/components/layout/panel';
import { Icon } from '@/components/ui/icon';
import { saveFile } from '@/lib/download';
import { PlaceOffer, usePlaceQuote } from '@/features/proxies/place-offer';
import { AsnField, isAsCode } from './asn-field';
import { CodeBlock, secretForms } from './code-block';
import styles from './proxy-page.module.css';

const COUNT_LIMITS = { min: 1, max: 1_000 };
/** Minutes, up to a day. */
const TTL_LIMITS = { min: 0, max: 1_440 };
const MAX_COUNTRIES = 20;

/** Its country is random while several are chosen, so that only one has parts. */
export interface BuilderChoice extends ProxyLocation {
  countries: string[];
  session: 'sticky' | 'rotating';
  /** Minutes; 0 keeps the address as long as possible. Null while the field is empty. */
  ttl: number | null;
  count: number | null;
  protocol: Protocol;
}

/** As the proxy was bought. */
const toChoice = (proxy: Proxy): BuilderChoice => {
  const minutes = proxy.pool_data?.ttl_minutes ?? 0;
  return {
    ...toLocation(proxy),
    countries: [proxy.location].filter((code) => !isRandom(code)),
    session: minutes < 0 ? 'rotating' : 'sticky',
    ttl: Math.max(0, minutes),
    count: 1,
    protocol: proxy.protocol,
  };
};

/** The bought place stays; a narrower one applies where the proxy was bought for any. */
const toParams = (proxy: Proxy, choice: BuilderChoice) =>
  isDatacenter(proxy)
    ? { protocol: choice.protocol }
    : {
        count: choice.count ?? COUNT_LIMITS.min,
        country: choice.countries.join() || undefined,
        region: specific(choice.region),
        city: specific(choice.city),
        isp: specific(choice.isp),
        session: choice.session,
        ttl_minutes: choice.session === 'sticky' ? (choice.ttl ?? TTL_LIMITS.min) : undefined,
        protocol: choice.protocol,
      };

const NO_ENDPOINTS: readonly Endpoint[] = [];

/** The choice, and the connections that the server has for it. */
export function useBuilder(proxy: Proxy) {
  const [choice, setChoice] = useState(() => toChoice(proxy));
  const isWrong =
    findLimitProblem(choice.count, COUNT_LIMITS) !== undefined ||
    (choice.session === 'sticky' && findLimitProblem(choice.ttl, TTL_LIMITS) !== undefined);
  const query = useListEndpoints(proxy.id, toParams(proxy, choice), {
    query: { placeholderData: keepPreviousData, enabled: !isWrong, meta: { quiet: true } },
  });
  const answer = query.data;
  return {
    choice,
    change: (changed: Partial<BuilderChoice>) =>
      setChoice((current) => ({ ...current, ...changed, ...resetDependentFields(changed) })),
    endpoints: typeof answer === 'object' ? answer.data.endpoints : NO_ENDPOINTS,
    query,
  };
}

interface BuilderPlacesProps {
  proxy: Proxy;
  value: BuilderChoice;
  onChange: (changed: Partial<BuilderChoice>) => void;
}

const describeTurns = ({ countries, count }: BuilderChoice): string =>
  countries.length > (count ?? COUNT_LIMITS.min)
    ? 'The list has fewer lines than countries, so the last are not used.'
    : 'The lines take the countries in turn.';

/** Selects for the parts of the place that the proxy was bought for any of. */
export function BuilderPlaces({ proxy, value, onChange }: BuilderPlacesProps) {
  const id = useId();
  const places = usePlaces(getConnectionType(proxy), value);
  const hasCountry = !isRandom(value.country);
  const isSeveral = value.countries.length > 1;
  const pool = proxy.pool_data;
  // Most countries offer all: what follows then keeps its place when the countries have been loaded.
  const isOffered = (has: boolean) => hasCountry && (places.countriesLoading || has);
  if (places.error) return <ErrorState title={places.error} onRetry={places.retry} />;
  const fields = [
    {
      ...{ name: 'region' as const, label: 'Region', options: places.regions },
      isOpen: isOffered(places.offers.regions) && !pool?.region && !pool?.city,
    },
    {
      ...{ name: 'city' as const, label: 'City', options: places.cities },
      isOpen: isOffered(places.offers.cities) && !pool?.city,
    },
    {
      ...{ name: 'isp' as const, label: 'ISP', options: places.isps },
      isOpen: isOffered(places.offers.isps) && !pool?.isp,
    },
  ];
  return [
    isRandom(proxy.location) && (
      <Form.Item
        key="countries"
        className={styles.row}
        label="Countries"
        htmlFor={`${id}-countries`}
        extra={isSeveral && describeTurns(value)}
      >
        <CountriesSelect
          id={`${id}-countries`}
          codes={places.countries.map(({ value: code }) => code).filter((code) => !isRandom(code))}
          value={value.countries}
          placeholder="Any"
          loading={places.countriesLoading}
          maxCount={MAX_COUNTRIES}
          maxTagCount="responsive"
          onChange={(countries) =>
            onChange({ countries, country: countries.length === 1 ? countries[0] : RANDOM_CODE })
          }
        />
      </Form.Item>
    ),
    ...fields
      .filter(({ isOpen }) => isOpen)
      .map(({ name, label, options }) => (
        <Form.Item key={name} label={label} htmlFor={`${id}-${name}`}>
          <PlaceSelect
            id={`${id}-${name}`}
            value={name === 'isp' && isAsCode(value.isp) ? RANDOM_CODE : value[name]}
            options={options}
            loading={places.loading}
            size="middle"
            onChange={(code) => onChange({ [name]: code })}
          />
        </Form.Item>
      )),
    places.offers.asns && !pool?.isp && (
      <AsnField key="asn" value={value.isp} onChange={(isp) => onChange({ isp })} />
    ),
  ];
}

const SESSIONS = [
  { value: 'sticky', label: 'Sticky: keeps its address' },
  { value: 'rotating', label: 'Rotating: new for every request' },
] as const;

/** Sessions and their number: a datacenter proxy is one address, which stays the same. */
function SessionFields({
  choice,
  onChange,
}: {
  choice: BuilderChoice;
  onChange: (changed: Partial<BuilderChoice>) => void;
}) {
  const id = useId();
  return (
    <>
      <Form.Item label="Session" htmlFor={`${id}-session`}>
        <Select<BuilderChoice['session']>
          id={`${id}-session`}
          value={choice.session}
          onChange={(session) => onChange({ session })}
          options={[...SESSIONS]}
        />
      </Form.Item>
      {choice.session === 'sticky' && (
        <WholeNumberItem
          label="Minutes to keep the address"
          extra="0 keeps it as long as possible."
          {...TTL_LIMITS}
          value={choice.ttl}
          onChange={(ttl) => onChange({ ttl })}
        />
      )}
      <WholeNumberItem
        label="Number of connections"
        {...COUNT_LIMITS}
        value={choice.count}
        onChange={(count) => onChange({ count })}
      />
    </>
  );
}

/** Connection lines for programs, within what was bought. */
export function ConnectionBuilder({ proxy }: { proxy: Proxy }) {
  const id = useId();
  const [format, setFormat] = useState<BuilderFormat>('host_port_user_pass');
  const { choice, change, endpoints, query } = useBuilder(proxy);
  const isStale = query.isPlaceholderData;
  const text = toListText(endpoints, format);
  const download = (): void => {
    const { content, extension } = toListFile(endpoints, format);
    saveFile(content, `proxy-${proxy.id}.${extension}`);
  };
  // The offer is to move the proxy there, which is no answer to several countries.
  const refusal =
    query.error?.code === 'PLACE_NOT_INCLUDED' && choice.countries.length < 2 ? query.error : null;
  const quote = usePlaceQuote(proxy, choice, refusal);
  const problems = query.error &&
    !(quote && quote.difference > 0) && [
      ...Object.values(query.error.fieldErrors),
      query.error.message,
    ];
  return (
    <Panel title="Connection list">
      <p className={styles.lead}>
        {isDatacenter(proxy)
          ? 'One line to paste into your program.'
          : 'Every line works at once and has a session of its own. The same choice gives the same lines again.'}
      </p>
      <Form component={false} layout="vertical">
        <div className={styles.grid}>
          {!isDatacenter(proxy) && (
            <>
              <BuilderPlaces proxy={proxy} value={choice} onChange={change} />
              <SessionFields choice={choice} onChange={change} />
            </>
          )}
          <Form.Item label="Protocol" htmlFor={`${id}-protocol`}>
            <Select<Protocol>
              id={`${id}-protocol`}
              value={choice.protocol}
              onChange={(protocol) => change({ protocol })}
              options={[...PROTOCOLS]}
            />
          </Form.Item>
          <Form.Item label="Format" htmlFor={`${id}-format`}>
            <Select<BuilderFormat>
              id={`${id}-format`}
              value={format}
              onChange={setFormat}
              options={[...FORMATS]}
            />
          </Form.Item>
        </div>
      </Form>
      <div className={`${styles.section} ${isStale ? styles.stale : ''}`} aria-busy={isStale}>
        {query.isLoading && <LoadingRows rows={2} label="Loading the list" />}
        {refusal && <PlaceOffer proxy={proxy} place={choice} quote={quote} />}
        {problems && (
          <Alert
            type="error"
            showIcon
            title={problems.find((problem) => problem) ?? 'The list could not be loaded.'}
            action={
              <Button size="small" onClick={() => void query.refetch()}>
                Try Again
              </Button>
            }
          />
        )}
        {query.data && !query.error && (
          <CodeBlock
            label="connection list"
            text={text}
            secrets={secretForms(proxy.password)}
            isStale={isStale}
            head={endpoints.length === 1 ? '1 connection' : `${endpoints.length} connections`}
            actions={
              <Button
                size="small"
                icon={<Icon name="download" size={14} />}
                disabled={isStale}
                onClick={download}
              >
                Download
              </Button>
            }
          />
        )}
      </div>
    </Panel>
  );
}
