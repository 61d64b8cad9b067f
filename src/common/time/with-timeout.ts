/**
 * Waits for work no longer than this; the work itself goes on.
 * @throws Error `late` when it is not done by then.
 */
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
