import { IntersectionType, PickType } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IfGiven } from '../../../common/http/fields';
import { MAX_ID } from '../../../common/http/request.pipes';
import { NetworkDto } from './network.dto';
import { PreviewNetworkDto } from './preview-network.dto';

/** A network that is not stored yet, as far as its credentials depend on it, and a request through it. */
export class PreviewDraftDto extends IntersectionType(
  PickType(NetworkDto, [
    'dialect',
    'username',
    'username_template',
    'password_template',
    'countries',
    'targeting',
  ]),
  PreviewNetworkDto,
) {
  /** Of the stored network whose list of places is used. */
  @IfGiven()
  @IsInt({ message: 'network_id must be a whole number' })
  @Min(1, { message: 'network_id must be a whole number' })
  @Max(MAX_ID, { message: 'network_id is no id of a network' })
  network_id?: number;
}
