import type { IncomingMessage } from "node:http";

/** Sets a header of an incoming request, replacing any value the caller sent. @param name Lower case. */
export function setRequestHeader(request: IncomingMessage, name: string, value: string): void {
  removeRaw(request.rawHeaders, name);
  // Node stores headers twice; Next reads the object, the fast lane also the list.
  request.headers[name] = value;
  request.rawHeaders.push(name, value);
}

/** Removes a header from an incoming request. @param name Lower case. */
export function removeRequestHeader(request: IncomingMessage, name: string): void {
  removeRaw(request.rawHeaders, name);
  delete request.headers[name];
}

function removeRaw(raw: string[], name: string): void {
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    const sent = raw[index];
    if (sent?.length === name.length && sent.toLowerCase() === name) raw.splice(index, 2);
  }
}
