import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type PlannedRequest,
  toCurl,
  toRequest,
} from "@/lib/developer-tools/playground/planned-request";

const SECRET = { name: "$CLIENT_SECRET", value: "lks_the-secret" } as const;
const FROM = { requestId: "a request", ipAddress: null };

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `CLIENT_SECRET=known; curl() { printf '%s\\0' "$@"; }; ${command}`;
  const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  return stdout.split("\0").slice(0, -1);
}

// A NUL ends an argument, so no shell request can contain one.
const text = fc
  .string({ unit: "grapheme", maxLength: 30 })
  .filter((value) => !value.includes("\0"));

it("quotes every value safely for a shell, and keeps a query separate", () => {
  const address = "https://auth.example.com/it's";
  fc.assert(
    fc.property(text, (value) => {
      const client = { id: "a client", secret: SECRET };
      const post = { method: "POST", address, client, form: { value, code: SECRET } } as const;
      const credentials = ["-u", "a client:known"];
      const form = ["--data-urlencode", `value=${value}`, "-d", "code=known"];
      expect(argumentsOf(toCurl(post))).toEqual(["-i", ...credentials, ...form, address]);
      const get = { method: "GET", address, query: { state: value } } as const;
      const sent = new URL(toRequest(get, FROM).url).searchParams.get("state");
      expect(sent).toBe(value.toWellFormed());
      const query = ["-G", "--data-urlencode", `state=${value}`];
      expect(argumentsOf(toCurl(get))).toEqual(["-i", ...query, address]);
    }),
    { numRuns: 40 },
  );
});

it("sends its secrets and shows placeholders", async () => {
  const planned: PlannedRequest = {
    method: "POST",
    address: "https://auth.example.com/token",
    client: { id: "a client", secret: SECRET },
    form: { grant_type: "authorization_code", code: { name: "$CODE", value: "lkc_the-code" } },
  };
  const request = toRequest(planned, FROM);
  expect(request.headers.get("authorization")).toBe(`Basic ${btoa("a client:lks_the-secret")}`);
  expect(await request.text()).toBe("grant_type=authorization_code&code=lkc_the-code");
  expect(toCurl(planned)).not.toMatch(/lk[cs]_/);
});
