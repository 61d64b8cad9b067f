import { createHash } from 'node:crypto';
import { RenderError, UnsupportedFilterError } from '../../common/dialects/dialect';
import { findDialect } from '../../common/dialects/dialects';
import {
  TemplateFieldError,
  type UpstreamCredentials,
  type UpstreamRequest,
  UpstreamNetwork,
} from '../../common/dialects/upstream-network';
import { invalidFields } from '../../common/errors/domain-error';
import type { NetworkSettings, PreviewRequest, RenderedSettings } from './network.entity';

const TARGETING_WORDS = { region: 'regions', city: 'cities', isp: 'internet providers' } as const;

/** @throws DomainError invalid for settings that contradict the dialect. */
export function assertUsable(settings: NetworkSettings): void {
  const dialect = findDialect(settings.dialect);
  if (dialect && !dialect.protocols.includes(settings.protocol))
    throw invalidFields({
      protocol: [`${dialect.name} is spoken to by ${dialect.protocols.join(' or ')}`],
    });
  const network = toNetwork(settings, 'secret');
  for (const filter of ['region', 'city', 'isp'] as const)
    if (settings.targeting[filter] && !network.has(filter))
      throw invalidFields({
        [`targeting.${filter}`]: [`The templates have no word for ${TARGETING_WORDS[filter]}`],
      });
  if (!network.hasCountryWord && settings.countries?.length !== 1)
    throw invalidFields({
      countries: ['The templates have no word for countries: choose the one where it is'],
    });
}

/** @throws DomainError invalid with the filter that the network cannot express. */
export function renderCredentials(
  settings: RenderedSettings,
  password: string,
  request: PreviewRequest,
): UpstreamCredentials {
  try {
    return toNetwork(settings, password).render(toUpstreamRequest(request));
  } catch (error) {
    if (error instanceof UnsupportedFilterError)
      throw invalidFields({ [error.filter]: [error.message] });
    if (error instanceof RenderError) throw invalidFields({ username: [error.message] });
    throw error;
  }
}

/** @throws DomainError invalid for templates and account names that cannot be used. */
function toNetwork(settings: RenderedSettings, password: string): UpstreamNetwork {
  const dialect = findDialect(settings.dialect);
  if (!dialect) throw invalidFields({ dialect: ['Choose a dialect of the list'] });
  try {
    return new UpstreamNetwork(dialect, { ...settings, password });
  } catch (error) {
    if (error instanceof TemplateFieldError)
      throw invalidFields({ [error.field]: [error.message] });
    throw error;
  }
}

/** Of proxy 0, which there is not. */
function toUpstreamRequest(request: PreviewRequest): UpstreamRequest {
  const { country = null, region = null, city = null, isp = null, session } = request;
  const ttlMinutes = request.ttlMinutes ?? (session === undefined ? -1 : 0);
  const token = createHash('sha256')
    .update([country, region, city, isp, session ?? ''].join('|'))
    .digest('hex')
    .slice(0, 16);
  return {
    ...{ country, region, city, isp, ttlMinutes },
    session: ttlMinutes < 0 ? null : { proxyId: 0, token },
  };
}
