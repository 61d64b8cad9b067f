export { RowIdPipe } from '../../common/http/row-id.pipe';
