/** Why the service cannot start, and what to do about it: its message is for people. */
export class StartupError extends Error {
  override readonly name: string = "StartupError";
}
