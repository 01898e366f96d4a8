/**
 * Writes one line for the person who runs this process. Never pass it a token or a secret.
 * @param {string} message
 */
export function writeLog(message) {
  process.stdout.write(`[platform] ${message}\n`);
}
