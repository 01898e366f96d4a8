/** The reason why the service cannot start and the fix, for people to read. */
export class StartupError extends Error {
  override readonly name: string = "StartupError";
}
