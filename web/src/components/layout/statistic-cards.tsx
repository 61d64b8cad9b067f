import { Card, Col, Flex, Row, Skeleton, Statistic, Typography } from 'antd';
import type { ReactNode } from 'react';

export interface StatisticCard {
  label: string;
  /** Undefined while it loads. */
  value: ReactNode | undefined;
  note?: ReactNode;
  /** Stands beside the label. */
  icon?: ReactNode;
}

/** A row of figures; two per row on a phone. */
export function StatisticCards({ cards }: { cards: readonly StatisticCard[] }) {
  return (
    <Row gutter={[12, 12]} style={{ marginBottom: 16 }}>
      {cards.map(({ label, value, note, icon }) => (
        <Col key={label} xs={12} lg={24 / cards.length} style={{ display: 'flex' }}>
          <Card size="small" style={{ width: '100%' }}>
            <Statistic
              title={
                <Flex justify="space-between" align="start" gap="small">
                  <span>{label}</span>
                  {icon}
                </Flex>
              }
              // Its own placeholder, because that of `loading` is less high than the figure.
              formatter={() => value ?? <Skeleton.Button active size="small" />}
              styles={{ content: { fontWeight: 600 } }}
            />
            {note && <Typography.Text type="secondary">{note}</Typography.Text>}
          </Card>
        </Col>
      ))}
    </Row>
  );
}
