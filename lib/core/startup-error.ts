/** Why the service cannot start, and what to do about it, for people to read. */
export class StartupError extends Error {
  override readonly name: string = "StartupError";
}
