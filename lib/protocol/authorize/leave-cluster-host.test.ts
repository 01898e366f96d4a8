import { afterAll, expect, it } from "vitest";
import { leaveClusterHost } from "@/lib/protocol/authorize/leave-cluster-host";
import { configureTestEnv } from "@/test/process/test-env";

const PATH = "/service/panel/authentication/v1.0/company/1/oauth/authorize?state=s";

afterAll(() => {
  configureTestEnv();
});

/** Where a request to a host is redirected to, or null. */
function leave(addresses: { pages: string; cluster: string }, host: string): string | null {
  configureTestEnv({ BASE_URL: addresses.pages, CLUSTER_URL: addresses.cluster });
  const request = new Request(`http://127.0.0.1:3000${PATH}`, { headers: { host } });
  return leaveClusterHost(request)?.headers.get("location") ?? null;
}

it("a browser that came to the cluster's host is redirected to the host of the pages", () => {
  const addresses = { pages: "https://a.example.com", cluster: "https://b.example.com" };
  expect(leave(addresses, "b.example.com")).toBe(`https://a.example.com${PATH}`);
  expect(leave(addresses, "a.example.com")).toBeNull();
});

it("no browser is redirected to the host that it came to", () => {
  const same = { pages: "https://a.example.com", cluster: "https://a.example.com" };
  expect(leave(same, "a.example.com")).toBeNull();
  const otherScheme = { pages: "https://a.example.com", cluster: "http://a.example.com" };
  expect(leave(otherScheme, "a.example.com")).toBeNull();
});
