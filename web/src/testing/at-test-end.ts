const tasks: (() => void)[] = [];

/** Runs once after the present test, before its session ends. */
export const atTestEnd = (task: () => void): void => void tasks.push(task);

export const runEndTasks = (): void => tasks.splice(0).forEach((task) => task());
