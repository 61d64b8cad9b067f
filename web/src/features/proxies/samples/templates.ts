import { SOCKS_BY_NAME, toProxyUrl, type ProxyEndpoint } from '../../../lib/proxy-endpoint';
import { doubleQuote, shellQuote, singleQuote } from '../../../lib/escape';

/** Every language of the samples. */
export type SampleId =
  | 'curl'
  | 'requests'
  | 'httpx'
  | 'undici'
  | 'axios'
  | 'go'
  | 'php'
  | 'java'
  | 'playwright'
  | 'selenium'
  | 'scrapy';

export interface Sample {
  readonly id: SampleId;
  readonly label: string;
  /** What to install first; nothing where it is part of the language. */
  readonly install?: (endpoint: ProxyEndpoint) => string;
  /** A whole program that prints what `target` answers. */
  readonly write: (endpoint: ProxyEndpoint, target: string) => string;
  /** Only over HTTP: the client has no SOCKS5 with a password. */
  readonly httpOnly?: boolean;
}

const isSocks = ({ protocol }: ProxyEndpoint): boolean => protocol === 'socks5';

const curl: Sample = {
  id: 'curl',
  label: 'curl',
  write: (endpoint, target) =>
    `curl -x ${shellQuote(toProxyUrl(endpoint, SOCKS_BY_NAME))} ${shellQuote(target)}`,
};

const requests: Sample = {
  id: 'requests',
  label: 'Python requests',
  install: (endpoint) =>
    isSocks(endpoint) ? 'pip install "requests[socks]"' : 'pip install requests',
  write: (endpoint, target) => `import requests

proxy = ${doubleQuote(toProxyUrl(endpoint, SOCKS_BY_NAME))}
answer = requests.get(${doubleQuote(target)}, proxies={"http": proxy, "https": proxy}, timeout=30)
print(answer.text)
`,
};

const httpx: Sample = {
  id: 'httpx',
  label: 'Python httpx',
  install: (endpoint) => (isSocks(endpoint) ? 'pip install "httpx[socks]"' : 'pip install httpx'),
  write: (endpoint, target) => `import httpx

proxy = ${doubleQuote(toProxyUrl(endpoint))}
with httpx.Client(proxy=proxy, timeout=30) as client:
    print(client.get(${doubleQuote(target)}).text)
`,
};

const undici: Sample = {
  id: 'undici',
  label: 'Node.js undici',
  install: () => 'npm install undici',
  httpOnly: true,
  write: (endpoint, target) => `import { ProxyAgent, request } from 'undici';

const dispatcher = new ProxyAgent(${singleQuote(toProxyUrl(endpoint))});
const { body } = await request(${singleQuote(target)}, { dispatcher });
console.log(await body.text());
`,
};

const axios: Sample = {
  id: 'axios',
  label: 'Node.js axios',
  install: (endpoint) =>
    `npm install axios ${isSocks(endpoint) ? 'socks-proxy-agent' : 'https-proxy-agent http-proxy-agent'}`,
  write: (endpoint, target) => {
    const url = singleQuote(toProxyUrl(endpoint, SOCKS_BY_NAME));
    const agents = isSocks(endpoint)
      ? {
          imports: `import { SocksProxyAgent } from 'socks-proxy-agent';`,
          lines: `const agent = new SocksProxyAgent(proxy);
const options = { httpAgent: agent, httpsAgent: agent, proxy: false };`,
        }
      : {
          imports: `import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';`,
          lines: `const options = {
  httpAgent: new HttpProxyAgent(proxy),
  httpsAgent: new HttpsProxyAgent(proxy),
  proxy: false,
};`,
        };
    return `import axios from 'axios';
${agents.imports}

const proxy = ${url};
${agents.lines}
const { data } = await axios.get(${singleQuote(target)}, { ...options, responseType: 'text' });
console.log(data);
`;
  },
};

const go: Sample = {
  id: 'go',
  label: 'Go',
  write: (endpoint, target) => `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
)

func main() {
	proxy, err := url.Parse(${doubleQuote(toProxyUrl(endpoint))})
	if err != nil {
		log.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	answer, err := client.Get(${doubleQuote(target)})
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(body))
}
`,
};

const php: Sample = {
  id: 'php',
  label: 'PHP',
  write: (endpoint, target) => `<?php
$request = curl_init(${singleQuote(target)});
curl_setopt_array($request, [
    CURLOPT_PROXY => ${singleQuote(`${endpoint.host}:${endpoint.port}`)},
    CURLOPT_PROXYTYPE => ${isSocks(endpoint) ? 'CURLPROXY_SOCKS5_HOSTNAME' : 'CURLPROXY_HTTP'},
    CURLOPT_PROXYUSERNAME => ${singleQuote(endpoint.username)},
    CURLOPT_PROXYPASSWORD => ${singleQuote(endpoint.password)},
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
echo curl_exec($request), PHP_EOL;
`,
};

const java: Sample = {
  id: 'java',
  label: 'Java',
  httpOnly: true,
  write: (endpoint, target) => `import java.net.*;
import java.net.http.*;

public class Main {
    public static void main(String[] args) throws Exception {
        // Java refuses passwords for tunnels to https pages unless this is empty.
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
        HttpClient client = HttpClient.newBuilder()
            .proxy(ProxySelector.of(new InetSocketAddress(${doubleQuote(endpoint.host)}, ${endpoint.port})))
            .authenticator(new Authenticator() {
                @Override
                protected PasswordAuthentication getPasswordAuthentication() {
                    return new PasswordAuthentication(
                        ${doubleQuote(endpoint.username)}, ${doubleQuote(endpoint.password)}.toCharArray());
                }
            })
            .build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(${doubleQuote(target)})).build();
        System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
`,
};

const playwright: Sample = {
  id: 'playwright',
  label: 'Playwright',
  install: () => 'npm install playwright && npx playwright install chromium',
  // Browsers have no SOCKS5 with a password.
  httpOnly: true,
  write: (endpoint, target) => `import { chromium } from 'playwright';

const browser = await chromium.launch({
  proxy: {
    server: ${singleQuote(`http://${endpoint.host}:${endpoint.port}`)},
    username: ${singleQuote(endpoint.username)},
    password: ${singleQuote(endpoint.password)},
  },
});
const page = await browser.newPage();
await page.goto(${singleQuote(target)});
console.log(await page.innerText('body'));
await browser.close();
`,
};

const selenium: Sample = {
  id: 'selenium',
  label: 'Selenium',
  install: () => 'npm install selenium-webdriver',
  httpOnly: true,
  write: (endpoint, target) => `import { Builder, By } from 'selenium-webdriver';
import BrowsingContext from 'selenium-webdriver/bidi/browsingContext.js';
import { Options } from 'selenium-webdriver/chrome.js';

const server = ${singleQuote(`http://${endpoint.host}:${endpoint.port}`)};
const options = new Options().enableBidi().addArguments(\`--proxy-server=\${server}\`);
const driver = await new Builder().forBrowser('chrome').setChromeOptions(options).build();
await driver.network().addAuthenticationHandler(
  ${singleQuote(endpoint.username)},
  ${singleQuote(endpoint.password)},
);
// driver.get() would block the answer with the password; navigate() does not.
const page = await BrowsingContext(driver, { browsingContextId: await driver.getWindowHandle() });
await page.navigate(${singleQuote(target)}, 'complete');
console.log(await driver.findElement(By.css('body')).getText());
await driver.quit();
`,
};

const scrapy: Sample = {
  id: 'scrapy',
  label: 'Scrapy',
  install: () => 'pip install scrapy',
  httpOnly: true,
  write: (endpoint, target) => `# Run with: scrapy runspider spider.py
import os

import scrapy

proxy = ${doubleQuote(toProxyUrl(endpoint))}
# Scrapy reads the proxy of all requests from here.
os.environ["http_proxy"] = os.environ["https_proxy"] = proxy


class Spider(scrapy.Spider):
    name = "proxy"
    start_urls = [${doubleQuote(target)}]

    def parse(self, response):
        print(response.text)
`,
};

export const SAMPLES: readonly Sample[] = [
  ...[curl, requests, httpx, undici, axios, go, php, java, playwright, selenium, scrapy],
];

export const findSample = (id: SampleId): Sample => SAMPLES.find((sample) => sample.id === id)!;
