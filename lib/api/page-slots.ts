import type { ServerResponse } from "node:http";
import { beforeHead, onResponseEnd } from "@/lib/api/on-response-end";
import { networkOf } from "@/lib/core/http/ip-address";

/** Pages that a process renders at the same time. Rendering holds the thread that also answers the gate. */
export const MAX_RENDERED = 2;
/** The maximum number of waiting pages, in total and for one network. */
export const MAX_WAITING = 400;
export const MAX_WAITING_OF_NETWORK = 80;
/** A page that takes longer waits for something else, such as the database, and does not hold the thread. */
const LONGEST_TURN_MS = 1_000;

type WaitingPage = { render: () => void; reject: () => void };

/** A request for a page: where it comes from, and what answers it. */
type PageRequest = WaitingPage & { address: string };

/**
 * Bounds how many pages are rendered at once. Networks take turns, so that a busy one does not hold up the others.
 * @returns a function that calls `render` when it is the page's turn, unless its caller has left before. If too many
 * pages wait, it calls `reject` for the last page of the network with the most.
 */
export function pageSlots() {
  const line = waitingLine();
  const renderedPages = new Set<WaitingPage>();

  const renderNext = () => {
    while (renderedPages.size < MAX_RENDERED) {
      const page = line.takeFirst();
      if (!page) return;
      renderedPages.add(page);
      page.render();
    }
  };

  return (response: ServerResponse, { address, render, reject }: PageRequest): void => {
    const network = networkOf(address);
    const end = () => {
      if (!renderedPages.delete(page)) line.remove(network, page);
      renderNext();
    };
    const page = { render: () => renderOnce(response, render, end), reject };
    if (!line.makeRoomFor(network)) {
      reject();
      return;
    }
    onResponseEnd(response, end);
    line.add(network, page);
    renderNext();
  };
}

/** The waiting pages of each network, whose next turn is in the order of the map. */
function waitingLine() {
  const pagesByNetwork = new Map<string, WaitingPage[]>();
  const pagesOf = (network: string) => pagesByNetwork.get(network) ?? [];

  const remove = (network: string, page: WaitingPage | undefined) => {
    const others = pagesOf(network).filter((each) => each !== page);
    if (others.length > 0) pagesByNetwork.set(network, others);
    else pagesByNetwork.delete(network);
  };

  return {
    remove,
    add(network: string, page: WaitingPage): void {
      pagesByNetwork.set(network, [...pagesOf(network), page]);
    },
    /** The next page. The network goes to the end of the line. */
    takeFirst(): WaitingPage | undefined {
      const [first] = pagesByNetwork;
      if (!first) return undefined;
      const [network, [page, ...others]] = first;
      pagesByNetwork.delete(network);
      if (others.length > 0) pagesByNetwork.set(network, others);
      return page;
    },
    /** Whether another page of a network may wait. If the line is full, another network may lose its last page. */
    makeRoomFor(network: string): boolean {
      const { length } = pagesOf(network);
      if (length >= MAX_WAITING_OF_NETWORK) return false;
      const lines = [...pagesByNetwork].toSorted(([, one], [, other]) => other.length - one.length);
      if (lines.reduce((sum, [, pages]) => sum + pages.length, 0) < MAX_WAITING) return true;
      const [[longest, pages] = ["", []]] = lines;
      if (pages.length <= length + 1) return false;
      const last = pages.at(-1);
      remove(longest, last);
      last?.reject();
      return true;
    },
  };
}

/** Renders a page, and calls `done` when its response begins. The rest depends on how fast the caller reads. */
function renderOnce(response: ServerResponse, render: () => void, done: () => void): void {
  setTimeout(done, LONGEST_TURN_MS).unref();
  beforeHead(response, (status) => {
    setImmediate(done);
    return status;
  });
  render();
}
