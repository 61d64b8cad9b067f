import { Injectable } from '@nestjs/common';

/** The current time, as a dependency that tests replace. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
  in(milliseconds: number): Date {
    return new Date(this.now().getTime() + milliseconds);
  }
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
