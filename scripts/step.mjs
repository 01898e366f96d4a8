const LONG_MS = 1_000;

/**
 * Runs one step of a start and says, if it takes a while, that it runs, and at the end
 * what it did and how long it took.
 *
 * @template T
 * @param {string} title For example "Database".
 * @param {() => T | Promise<T>} work
 * @param {(result: T) => string} [inWords] What was done, in words.
 * @returns {Promise<T>}
 */
export async function step(title, work, inWords) {
  const begin = performance.now();
  const long = setTimeout(() => say(`${title} ...`), LONG_MS);
  const result = await Promise.resolve()
    .then(work)
    .finally(() => clearTimeout(long));
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say(`${title}${inWords ? `: ${inWords(result)}` : ""} (${seconds} s)`);
  return result;
}

/** Prints a line for people; the log's lines are JSON. @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}
