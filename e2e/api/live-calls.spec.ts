import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "@/test/browser/test";
import { registerExtension } from "@/test/requests/http/extension-client";
import { listProducts } from "@/test/requests/http/list-products";
import { clientsPath } from "@/test/requests/http/management-api";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";

/** Opens the live calls of a client with the session of a person. `next` reads the next call and its event id. */
async function watch(as: APIRequestContext, address: URL, lastEventId?: string) {
  const { cookies } = await as.storageState();
  const response = await fetch(address, {
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      ...(lastEventId && { "last-event-id": lastEventId }),
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async () => {
    for (;;) {
      const [event, id, data] = /id: (.*)\nevent: call\ndata: (.*)\n\n/.exec(text) ?? [];
      if (event && id && data) {
        text = text.slice(text.indexOf(event) + event.length);
        return { id, requestId: String(JSON.parse(data).request_id) };
      }
      const { done = true, value = "" } = (await reader?.read()) ?? {};
      if (done) throw new Error(`The events ended: ${text}`);
      text += value;
    }
  };
  return { response, next, leave: () => reader?.cancel() };
}

test("live calls are sent one by one as they happen, and a new connection resumes where the lost one ended", async ({
  request,
  admin,
  management,
  seller,
  demo,
}) => {
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  const call = async () => (await listProducts(request, offline)).headers()["x-request-id"];
  const path = `${clientsPath(demo.organization_id)}/${client.clientId}/calls/live`;
  const address = new URL(path, demo.base_url);

  const first = await watch(admin, address);
  expect(first.response.status).toBe(200);
  expect(first.response.headers.get("content-type")).toBe("text/event-stream");
  const seen = await call();
  const event = await first.next();
  expect(event.requestId).toBe(seen);
  await first.leave();

  const missed = [await call(), await call()];
  const second = await watch(admin, address, event.id);
  const received: string[] = [];
  // It goes back a little, so a call may come twice.
  while (!missed.every((id) => received.includes(id ?? ""))) {
    received.push((await second.next()).requestId);
  }
  const later = await call();
  while (!received.includes(later ?? "")) received.push((await second.next()).requestId);
  expect(received.filter((id) => id !== seen)).toEqual([...missed, later]);
  await second.leave();
});

test("live calls are not sent to someone who is not signed in", async ({
  management,
  demo,
  request,
}) => {
  const { clientId } = await registerExtension(management);
  const path = `${clientsPath(demo.organization_id)}/${clientId}/calls/live`;
  expect((await request.get(path)).status()).toBe(401);
});
