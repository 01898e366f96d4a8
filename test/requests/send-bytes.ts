import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

/**
 * Sends raw bytes to 127.0.0.1 and reads the response until the server closes.
 *
 * @param more whether the caller could still send; otherwise it signals the end
 * @returns the response, or the code of the error that ended the connection
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
