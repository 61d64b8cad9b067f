
export type LineStyle = typeof LineStyle[keyof typeof LineStyle];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const LineStyle = {
  host_port_user_pass: 'host_port_user_pass',
  user_pass_host_port: 'user_pass_host_port',
  url: 'url',
} as const;
