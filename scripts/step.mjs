/**
 * Runs one step of a start and says what it did and how long it took.
 *
 * @template T
 * @param {string} title For example "Database".
 * @param {() => T | Promise<T>} work
 * @param {(result: T) => string} [inWords] What was done, in words.
 * @returns {Promise<T>}
 */
export async function step(title, work, inWords) {
  const begin = performance.now();
  const result = await work();
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say(`${title}${inWords ? `: ${inWords(result)}` : ""} (${seconds} s)`);
  return result;
}

/** Prints a line for people; the log's lines are JSON. @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}
