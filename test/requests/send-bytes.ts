import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

/**
 * Sends bytes to 127.0.0.1 as they are and reads what comes back until the server ends.
 *
 * @param more Whether the caller could still send; otherwise it says that this was all.
 * @returns The answer, or the code of the error that ended the connection.
 */
export async function sendBytes(
  port: number,
  bytes: string | Uint8Array,
  more = false,
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  if (more) socket.write(bytes);
  else socket.end(bytes);
  return text(socket).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
}
