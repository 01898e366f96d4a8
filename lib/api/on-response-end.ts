import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const pending = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `done` once, when the response is finished or its connection is closed. Node does not tell a response that
 * waits for an earlier one on its connection that the connection is closed.
 */
export function onResponseEnd(response: ServerResponse, done: () => void): void {
  const { socket } = response.req;
  const ofSocket = pending.get(socket) ?? watch(socket);
  const finish = () => {
    response.off("close", finish);
    ofSocket.delete(finish);
    done();
  };
  ofSocket.add(finish);
  response.once("close", finish);
}

// One listener for all responses of a connection: a caller may send many requests before it reads.
function watch(socket: Socket): Set<() => void> {
  const ofSocket = new Set<() => void>();
  pending.set(socket, ofSocket);
  socket.once("close", () => {
    for (const finish of ofSocket) finish();
  });
  return ofSocket;
}
