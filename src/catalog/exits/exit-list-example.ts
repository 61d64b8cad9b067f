/** What `exits:add` takes, shown to who asks for it; itself a list that it takes. */
export const EXIT_LIST_EXAMPLE = JSON.stringify(
  [
    {
      kind: 'residential',
      country: 'ng',
      region: { code: 'lagos', name: 'Lagos' },
      city: { code: 'ikeja', name: 'Ikeja' },
      isp: { code: 'mtn', name: 'MTN' },
      upstream_url: 'http://user:password@upstream.example.com:8000',
      weight: 1,
    },
    {
      kind: 'datacenter',
      country: 'de',
      city: { code: 'frankfurt', name: 'Frankfurt' },
      local_address: '203.0.113.10',
      addresses: ['203.0.113.11', '203.0.113.12'],
    },
  ],
  null,
  2,
);
