const SECOND_MS = 1_000;

/**
 * Runs one step of a start. If it takes a while, it says that it runs, with the seconds so far on a terminal, and at the
 * end what it did and how long it took.
 * @template T
 * @param {string} title For example "Database".
 * @param {() => T | Promise<T>} work
 * @param {(result: T) => string} [inWords] What was done, in words.
 * @returns {Promise<T>}
 */
export async function step(title, work, inWords) {
  const begin = performance.now();
  const endProgress = showProgress(title);
  const result = await Promise.resolve().then(work).finally(endProgress);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  print(`${title}${inWords ? `: ${inWords(result)}` : ""} (${seconds} s)`);
  return result;
}

/** @param {string} title @returns {() => void} Ends it. */
function showProgress(title) {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (process.stdout.isTTY) process.stdout.write(`\r${title} ... ${seconds} s`);
    else if (seconds === 1) print(`${title} ...`);
  }, SECOND_MS);
  return () => {
    clearInterval(timer);
    if (seconds > 0 && process.stdout.isTTY) process.stdout.write("\r\x1b[K");
  };
}

/** Prints a line for people; the log's lines are JSON. @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`);
}
