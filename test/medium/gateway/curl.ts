import { spawn } from 'node:child_process';

export interface CurlResult {
  /** curl's own exit code; 0 is success. */
  code: number;
  stdout: string;
  stderr: string;
  /** Of the last response, 0 when there was none. */
  status: number;
  /** Of the answer to CONNECT, 0 when there was none. */
  connectStatus: number;
  /** Bytes of the body that came, however it ended. */
  downloaded: number;
  proxyError: string | undefined;
}

/** Runs curl without the environment's proxy settings. */
export function curl(...args: string[]): Promise<CurlResult> {
  return new Promise((resolve, reject) => {
    const marks = '\n%{stderr}\nSTATUS %{http_code} %{http_connect} %{size_download}\n';
    const child = spawn('curl', ['-q', '-sSv', '-m', '20', '--noproxy', '', '-w', marks, ...args], {
      env: { PATH: process.env.PATH },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('latin1')));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('latin1')));
    child.on('error', reject);
    child.on('close', (code) => {
      const [, status, connect, downloaded] = /STATUS (\d+) (\d+) (\d+)/.exec(stderr) ?? [];
      resolve({
        code: code ?? -1,
        stdout: stdout.replace(/\n$/, ''),
        stderr,
        status: Number(status ?? 0),
        connectStatus: Number(connect ?? 0),
        downloaded: Number(downloaded ?? 0),
        proxyError: /< X-Proxy-Error: (\w+)/i.exec(stderr)?.[1],
      });
    });
  });
}
