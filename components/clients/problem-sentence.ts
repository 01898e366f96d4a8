/**
 * A message of the API, such as "must have at least 1 character", as a sentence.
 * @param subject what is wrong; "It" right under the field that it is about
 */
export function problemSentence(message: string, subject = "It"): string {
  return /^[a-z]/.test(message) ? `${subject} ${message}.` : message;
}
