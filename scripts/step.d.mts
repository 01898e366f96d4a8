/** Runs one step of a start and prints what it did and how long it took. */
export declare function step<T>(
  title: string,
  work: () => T | Promise<T>,
  inWords?: (result: T) => string,
): Promise<T>;

/** Prints a line for people; the log's lines are JSON. */
export declare function say(line: string): void;
