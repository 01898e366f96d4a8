import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { MAX_RENDERED, MAX_WAITING, MAX_WAITING_OF_NETWORK, pageSlots } from "@/lib/api/page-slots";

/** A line of pages, each named by who requested it. */
function newLine() {
  const takeTurn = pageSlots();
  const rendering: ServerResponse[] = [];
  const rendered: string[] = [];
  const rejected: string[] = [];
  return {
    rendered,
    rejected,
    request(name: string, address: string): ServerResponse {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      takeTurn(response, {
        address,
        render: () => {
          rendering.push(response);
          rendered.push(name);
        },
        reject: () => rejected.push(name),
      });
      return response;
    },
    /** Ends the page that has been rendered for the longest time, which lets the next one begin. */
    async endOne(): Promise<void> {
      rendering.shift()?.end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const networks = Array.from({ length: 5 }, (_, at) => `2001:db8:0:${at + 1}::`);

/** Fills a line from five networks, with another address for each request. */
function fillLine({ request }: ReturnType<typeof newLine>): void {
  for (let at = 0; at < MAX_RENDERED; at += 1) request("first", `${networks[0]}ffff`);
  for (let at = 0; at < MAX_WAITING; at += 1) {
    const network = networks[at % networks.length] ?? "";
    request(network, `${network}${at.toString(16)}`);
  }
}

it("security 91: a newcomer to a full line waits for one page of each other network at most", async () => {
  const line = newLine();
  fillLine(line);
  expect(line.rejected).toEqual([]);
  line.request("newcomer", "198.51.100.7");
  for (let turn = 0; turn <= networks.length; turn += 1) await line.endOne();
  expect(line.rendered).toEqual([...Array(MAX_RENDERED).fill("first"), ...networks, "newcomer"]);
  expect(line.rejected).toHaveLength(1);
});

it("security 91: all addresses of an IPv6 network share its places", () => {
  const line = newLine();
  const most = MAX_RENDERED + MAX_WAITING_OF_NETWORK;
  for (let at = 0; at <= most; at += 1) line.request(String(at), `2001:db8::${at.toString(16)}`);
  expect(line.rejected).toEqual([String(most)]);
});

it("a page gives up its place if its caller leaves, or after a second of waiting for something else", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const line = newLine();
  const pages = Array.from({ length: MAX_RENDERED + 3 }, (_, at) => {
    return line.request(String(at), "192.0.2.1");
  });
  expect(line.rendered).toHaveLength(MAX_RENDERED);
  // One of these waits, and one is being rendered.
  for (const page of [pages[MAX_RENDERED], pages[0]]) page?.emit("close");
  expect(line.rendered.slice(MAX_RENDERED)).toEqual([String(MAX_RENDERED + 1)]);
  vi.advanceTimersByTime(1_000);
  expect(line.rendered.slice(MAX_RENDERED + 1)).toEqual([String(MAX_RENDERED + 2)]);
});

it("in a line of networks that wait for one page each, no one loses their place to a newcomer", () => {
  const line = newLine();
  for (let at = 0; at < MAX_RENDERED + MAX_WAITING; at += 1) {
    line.request("waits", `10.0.${at >> 8}.${at & 255}`);
  }
  line.request("newcomer", "198.51.100.7");
  expect(line.rejected).toEqual(["newcomer"]);
});

it("a page waits for as many pages of another network as of its own, itself included", async () => {
  const steps = fc.array(fc.constantFrom("end", "a", "b", "c"), { minLength: 1, maxLength: 60 });
  const check = async (each: readonly string[]) => {
    const line = newLine();
    /** What a page may see rendered of each other network before its own turn. */
    const waiting = new Map<string, { network: string; begun: number; mayWait: number }>();
    const isDone = () => line.rendered.length === waiting.size;
    const step = async (what: string) => {
      if (what === "end") return line.endOne();
      const ahead = [...waiting].filter(
        ([name, { network }]) => network === what && !line.rendered.includes(name),
      );
      const name = String(waiting.size);
      const begun = line.rendered.length;
      waiting.set(name, { network: what, begun, mayWait: ahead.length + 1 });
      line.request(name, `192.0.2.${what.charCodeAt(0)}`);
    };
    for (const what of each) await step(what);
    while (!isDone()) await line.endOne();
    for (const [name, { network, begun, mayWait }] of waiting) {
      const meanwhile = line.rendered.slice(begun, line.rendered.indexOf(name));
      for (const other of ["a", "b", "c"].filter((each) => each !== network)) {
        const before = meanwhile.filter((each) => waiting.get(each)?.network === other);
        expect(before.length).toBeLessThanOrEqual(mayWait);
      }
    }
  };
  await fc.assert(fc.asyncProperty(steps, check));
});
