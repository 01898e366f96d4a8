import type { ServerResponse } from "node:http";
import { onResponseEnd } from "@/lib/api/on-response-end";

/** Pages that a process renders at the same time. Rendering holds the thread that also answers the gate. */
export const MOST_RENDERED = 2;
/** The maximum number of waiting pages, in total and for one address. */
export const MOST_WAITING = 400;
export const MOST_WAITING_OF_ADDRESS = 80;
/** A page that takes longer waits for something else, such as the database, and does not hold the thread. */
const LONGEST_TURN_MS = 1_000;

type WaitingPage = { address: string; render: () => void };

/**
 * Bounds how many pages are rendered at the same time; the others wait in order.
 *
 * @returns Renders a page when it is its turn, unless its caller leaves before; false if too many wait already.
 */
export function pageSlots() {
  const waitingPages: WaitingPage[] = [];
  let rendered = 0;

  const next = () => {
    while (rendered < MOST_RENDERED) {
      const turn = waitingPages.shift();
      if (!turn) return;
      rendered += 1;
      turn.render();
    }
  };

  return (response: ServerResponse, address: string, render: () => void): boolean => {
    const ofAddress = waitingPages.filter((other) => other.address === address).length;
    if (waitingPages.length >= MOST_WAITING || ofAddress >= MOST_WAITING_OF_ADDRESS) return false;
    const turn = { address, render: () => renderOnce(response, render, end) };
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      const place = waitingPages.indexOf(turn);
      if (place === -1) rendered -= 1;
      else waitingPages.splice(place, 1);
      next();
    };
    onResponseEnd(response, end);
    waitingPages.push(turn);
    next();
    return true;
  };
}

/** Renders a page, and calls `done` when its response begins. The rest depends on how fast the caller reads. */
function renderOnce(response: ServerResponse, render: () => void, done: () => void): void {
  setTimeout(done, LONGEST_TURN_MS).unref();
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, args) {
      setImmediate(done);
      return Reflect.apply(writeHead, self, args);
    },
  });
  render();
}
