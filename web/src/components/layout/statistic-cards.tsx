import { Card, Col, Flex, Row, Skeleton, Statistic, Typography } from 'antd';
import type { ReactNode } from 'react';
import styles from './statistic-cards.module.css';

export interface StatisticCard {
  label: string;
  /** Undefined while loading. */
  value: ReactNode | undefined;
  note?: ReactNode;
  /** Shown beside the label. */
  icon?: ReactNode;
}

interface StatisticCardsProps {
  cards: readonly StatisticCard[];
  /** Whether the values could not be loaded. */
  failed?: boolean;
}

/** A row of figures; two per row on phones. */
export function StatisticCards({ cards, failed = false }: StatisticCardsProps) {
  return (
    <Row gutter={[12, 12]} style={{ marginBottom: 16 }}>
      {cards.map(({ label, value, note, icon }) => (
        <Col key={label} xs={12} lg={24 / cards.length} style={{ display: 'flex' }}>
          <Card size="small" className={styles.card}>
            <Statistic
              title={
                <Flex justify="space-between" align="start" gap="small">
                  <span>{label}</span>
                  {icon}
                </Flex>
              }
              // A placeholder with the height of the figure; that of the `loading` prop is lower.
              formatter={() => value ?? (failed ? '–' : <Skeleton.Button active size="small" />)}
              classNames={{ content: styles.figure }}
            />
            {note && <Typography.Text type="secondary">{note}</Typography.Text>}
          </Card>
        </Col>
      ))}
    </Row>
  );
}
