import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { MINUTE } from '../common/time/clock';

export interface CertificateFiles {
  /** PEM: the certificate, followed by its chain. */
  certFile: string;
  /** PEM, not encrypted. */
  keyFile: string;
}

/** The certificate cannot be used; the message names the files and variables. */
export class CertificateError extends Error {
  override name = 'CertificateError';
}

/**
 * The certificate of the HTTPS port. Read again when one of its files changes, which is polled, because renewals
 * replace files behind symbolic links and mounts. New connections use the new one.
 */
export class TlsCertificate {
  #context: SecureContext;

  constructor(
    private readonly files: CertificateFiles,
    private readonly log: Logger,
    private readonly pollMs = MINUTE,
  ) {
    this.#context = load(files);
  }

  get context(): SecureContext {
    return this.#context;
  }

  watch(): void {
    for (const file of this.#paths)
      watchFile(file, { interval: this.pollMs, persistent: false }, this.#onChange);
  }

  stop(): void {
    for (const file of this.#paths) unwatchFile(file, this.#onChange);
  }

  /** Keeps the current certificate when the files do not fit together, as between two writes of a renewal. */
  reload(): void {
    try {
      this.#context = load(this.files);
      this.log.info('The TLS certificate was read again');
    } catch (err) {
      this.log.warn({ err }, 'The new TLS certificate is not usable; the previous one stays');
    }
  }

  get #paths(): string[] {
    return [this.files.certFile, this.files.keyFile];
  }

  readonly #onChange = (): void => this.reload();
}

function load({ certFile, keyFile }: CertificateFiles): SecureContext {
  try {
    return createSecureContext({
      cert: readFileSync(certFile),
      key: readFileSync(keyFile),
      minVersion: 'TLSv1.2',
    });
  } catch (cause) {
    throw new CertificateError(
      `The gateway cannot use the certificate ${certFile} with the key ${keyFile} ` +
        `(${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}). Check GATEWAY_TLS_CERT and GATEWAY_TLS_KEY.`,
      { cause },
    );
  }
}
