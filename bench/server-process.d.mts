/** A server under load. */
export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts one server as a separate process, and waits until it responds. */
export function startServer(options: {
  readonly name: string;
  readonly port: number;
  readonly readyPath: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Its log goes to a file here. */
  readonly logFolder: string;
  readonly profileFolder?: string;
}): Promise<ServerProcess>;

/** A free port of the loopback address. */
export function freePort(): Promise<number>;
