/** The provider said no, or was not reached: the call had no effect. The message has no key and no address. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
}

/** No readable answer: nobody knows whether the call had an effect. */
export class ProviderSilence extends Error {
  override name = 'ProviderSilence';
}

export const isProviderError = (error: unknown): error is ProviderRefusal | ProviderSilence =>
  error instanceof ProviderRefusal || error instanceof ProviderSilence;
