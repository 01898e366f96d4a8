import type { ChildProcess } from "node:child_process";

/**
 * Closes the connection that was being handed to a worker when the worker ended. Node 20 keeps it open in the primary
 * but forgets it, so its caller would wait forever.
 */
export function closeHandoverAtExit(child: ChildProcess): void {
  let handed: unknown;
  child.send = new Proxy(child.send, {
    apply(send, self, [message, handle, ...more]) {
      if (isHandle(handle)) handed = handle;
      return Reflect.apply(send, self, [message, handle, ...more]);
    },
  });
  // Closing a connection that the worker has taken over changes nothing: Node has closed it here by then.
  child.once("exit", () => isHandle(handed) && handed.close());
}

function isHandle(value: unknown): value is { close(): void } {
  return (
    typeof value === "object" &&
    value !== null &&
    "close" in value &&
    typeof value.close === "function"
  );
}
