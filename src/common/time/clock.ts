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

/** Waits for work no longer than this; the work itself goes on. */
export async function withTimeout<T>(
  work: Promise<T>,
  milliseconds: number,
  late: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(late)), milliseconds);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
