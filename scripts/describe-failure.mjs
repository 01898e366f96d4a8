import { stripVTControlCharacters } from "node:util";

/** Characters of each error. */
const MAX_LENGTH = 600;

/**
 * A failed test with the beginning of its errors.
 *
 * @param {string} test
 * @param {readonly string[]} errors
 * @returns {string}
 */
export function describeFailure(test, errors) {
  const texts = errors.map((error) => stripVTControlCharacters(error).slice(0, MAX_LENGTH));
  return [test, ...texts.flatMap((text) => text.split("\n")).map((line) => `    ${line}`)].join(
    "\n",
  );
}
