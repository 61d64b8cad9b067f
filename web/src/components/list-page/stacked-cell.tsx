import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

/** A two-line table cell: main text, and smaller text below. */
export function StackedCell({ primary, secondary }: { primary: ReactNode; secondary: ReactNode }) {
  return (
    <Flex vertical style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <span>{primary}</span>
      {secondary && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {secondary}
        </Typography.Text>
      )}
    </Flex>
  );
}
