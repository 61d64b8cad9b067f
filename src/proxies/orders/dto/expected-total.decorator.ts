import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { ToInteger } from '../../../common/http/fields';
import { Money } from '../../../common/money/money';

const MESSAGE = 'expected_total is the price you agreed to, in whole naira.';

/** The price that the buyer agreed to, in whole naira; left out, any price is. */
export const ExpectedTotal = () =>
  applyDecorators(
    ToInteger(),
    ValidateIf((_, value) => value !== undefined),
    IsInt({ message: MESSAGE }),
    Min(0, { message: MESSAGE }),
    Max(Number.MAX_SAFE_INTEGER, { message: MESSAGE }),
  );

export const toExpectedTotal = ({
  expected_total: total,
}: {
  expected_total?: number;
}): Money | undefined => (total === undefined ? undefined : Money.naira(total));
