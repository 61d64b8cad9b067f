import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface TestCertificate {
  certFile: string;
  keyFile: string;
}

/** Writes a self-signed certificate for 127.0.0.1, localhost and origin.test into the folder; replaces an earlier one. */
export async function writeCertificate(
  folder: string,
  commonName = 'gateway',
): Promise<TestCertificate> {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
          { type: 2, value: 'origin.test' },
        ],
      },
    ],
  });
  await writeFile(keyFile, key);
  await writeFile(certFile, cert);
  return { certFile, keyFile };
}
