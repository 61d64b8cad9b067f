import { join } from 'node:path';

/** How a client reaches the gateway, and which target it asks for. */
export interface Route {
  readonly name: string;
  /** Scheme and address of the proxy. */
  readonly scheme: 'http' | 'https' | 'socks5' | 'socks5h';
  readonly port: number;
  readonly url: string;
}

/** What the machine provides for a run. */
export interface Place {
  readonly folder: string;
  readonly username: string;
  readonly password: string;
  /** Of the proxy with TLS and of the target with TLS. */
  readonly caFile: string;
}

interface Command {
  readonly args: string[];
  readonly env?: Record<string, string>;
  /** Written into the folder first. */
  readonly files?: Record<string, string>;
}

export interface HttpClient {
  readonly name: string;
  /** Prints the body of the response; undefined where the client has no such route. */
  command(route: Route, place: Place): Command | undefined;
  /** Debian packages it needs. */
  readonly packages: string[];
  /** npm packages it needs, for the folder of the run. */
  readonly modules?: string[];
  /** Too large to be installed without being asked for. */
  readonly isLarge?: boolean;
}

const proxyUrl = ({ scheme, port }: Route, { username, password }: Place): string =>
  `${scheme}://${username}:${password}@127.0.0.1:${port}`;
const isSocks = ({ scheme }: Route): boolean => scheme.startsWith('socks');

const curl: HttpClient = {
  name: 'curl',
  packages: ['curl'],
  command: (route, place) => ({
    args: ['curl', '-q', '-sS', '-m', '20', '--noproxy', '', '-x', proxyUrl(route, place)].concat([
      '--proxy-cacert',
      place.caFile,
      '--cacert',
      place.caFile,
      route.url,
    ]),
  }),
};

const wget: HttpClient = {
  name: 'wget',
  packages: ['wget'],
  command: (route, place) => {
    if (route.scheme !== 'http') return undefined;
    const proxy = proxyUrl(route, place);
    return {
      args: [
        'wget',
        '-q',
        '-T',
        '20',
        '-t',
        '1',
        '-O',
        '-',
        `--ca-certificate=${place.caFile}`,
        route.url,
      ],
      env: { http_proxy: proxy, https_proxy: proxy },
    };
  },
};

const python = (name: string, packages: string[], program: string): HttpClient => ({
  name,
  packages,
  command: (route, place) => ({
    // Debian's own Python, which has the packages.
    args: ['/usr/bin/python3', '-c', program, route.url, proxyUrl(route, place), place.caFile],
    env: { REQUESTS_CA_BUNDLE: place.caFile, SSL_CERT_FILE: place.caFile },
  }),
});

const requests = python(
  'Python requests',
  ['python3-requests', 'python3-socks'],
  `import sys, requests
url, proxy, ca = sys.argv[1:]
print(requests.get(url, proxies={'http': proxy, 'https': proxy}, verify=ca, timeout=20).text)`,
);

const httpxOverAll = python(
  'Python httpx',
  ['python3-httpx', 'python3-socksio'],
  `import sys, ssl, httpx
url, proxy, ca = sys.argv[1:]
print(httpx.get(url, proxies=proxy, verify=ca, timeout=20).text)`,
);
/** To it SOCKS5 is always by name. */
const httpx: HttpClient = {
  ...httpxOverAll,
  command: (route, place) =>
    route.scheme === 'socks5h' ? undefined : httpxOverAll.command(route, place),
};

const go: HttpClient = {
  name: 'Go net/http',
  packages: ['golang-go'],
  isLarge: true,
  command: (route, place) => ({
    args: ['go', 'run', join(place.folder, 'get.go'), route.url, proxyUrl(route, place)],
    env: {
      SSL_CERT_FILE: place.caFile,
      GOCACHE: join(place.folder, 'go'),
      GOFLAGS: '-mod=mod',
      GO111MODULE: 'off',
    },
    files: {
      'get.go': `package main

import ("fmt"; "io"; "net/http"; "net/url"; "os"; "time")

func main() {
	proxy, _ := url.Parse(os.Args[2])
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}, Timeout: 20 * time.Second}
	res, err := client.Get(os.Args[1])
	if err != nil { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
	body, _ := io.ReadAll(res.Body)
	fmt.Println(string(body))
}
`,
    },
  }),
};

const undici: HttpClient = {
  name: 'Node undici',
  packages: [],
  modules: ['undici@7'],
  command: (route, place) => {
    if (isSocks(route)) return undefined;
    return {
      args: [process.execPath, join(place.folder, 'get.mjs'), route.url, proxyUrl(route, place)],
      env: { NODE_EXTRA_CA_CERTS: place.caFile },
      files: {
        'get.mjs': `import { fetch, ProxyAgent } from 'undici';
const [, , url, proxy] = process.argv;
const dispatcher = new ProxyAgent(proxy);
console.log(await (await fetch(url, { dispatcher })).text());
await dispatcher.close();
`,
      },
    };
  },
};

const chromium: HttpClient = {
  name: 'Chromium',
  packages: ['chromium'],
  command: (route, { username, password }) => {
    // It has no password for SOCKS, and takes no certificate for a proxy from the command line.
    if (route.scheme !== 'http') return undefined;
    const program = join(__dirname, 'chromium-get.ts');
    const server = `http://127.0.0.1:${route.port}`;
    return {
      args: [
        process.execPath,
        '-r',
        '@swc-node/register',
        program,
        route.url,
        server,
        username,
        password,
      ],
    };
  },
};

const proxychains: HttpClient = {
  name: 'proxychains4',
  packages: ['proxychains4', 'curl'],
  command: (route, { folder, username, password, caFile }) => {
    // It opens tunnels to port 80 and 443 alike, and has no TLS to the proxy.
    if (route.scheme !== 'http' && route.scheme !== 'socks5h') return undefined;
    const type = isSocks(route) ? 'socks5' : 'http';
    const file = `proxychains-${type}.conf`;
    return {
      args: [
        'proxychains4',
        '-q',
        '-f',
        join(folder, file),
        'curl',
        '-q',
        '-sS',
        '-m',
        '20',
        '--cacert',
        caFile,
        route.url,
      ],
      files: {
        [file]: `strict_chain\nproxy_dns\nlocalnet 255.255.255.255/255.255.255.255\n[ProxyList]\n${type} 127.0.0.1 ${route.port} ${username} ${password}\n`,
      },
    };
  },
};

export const CLIENTS: readonly HttpClient[] = [
  curl,
  wget,
  requests,
  httpx,
  go,
  undici,
  chromium,
  proxychains,
];
