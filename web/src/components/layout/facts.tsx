import { Descriptions, type DescriptionsProps } from 'antd';

/** What is known of one thing: names and values. */
export const Facts = (props: DescriptionsProps) => (
  <Descriptions bordered size="small" column={1} {...props} />
);
