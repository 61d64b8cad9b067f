import { ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { ConnectionListData } from './connection-list.response';

const TEXT = { schema: { type: 'string' } } as const;

/** The answer in each of its formats. */
export const ApiConnectionList = () =>
  ApiOkResponse({
    description: 'The connections, in the requested format.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ConnectionListData) } },
      'text/plain': TEXT,
      'text/csv': TEXT,
    },
  });
