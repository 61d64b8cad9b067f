import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

/** What staff wrote down about a user, for each other. */
@Entity('user_note')
@Index(['userId', 'id'])
export class UserNote {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @ForeignKey('User')
  @Column('integer')
  authorId: number;

  @Column('text')
  body: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
