import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface TestCertificate {
  certFile: string;
  keyFile: string;
}

/** Writes a self-signed certificate for 127.0.0.1 and localhost into the folder; replaces an earlier one. */
export function writeCertificate(folder: string, commonName = 'gateway'): TestCertificate {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost';
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', keyFile, '-out', certFile, '-days', '2'],
      ...['-subj', `/CN=${commonName}`, '-addext', names],
    ],
    { stdio: 'ignore' },
  );
  return { certFile, keyFile };
}
