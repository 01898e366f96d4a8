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

it("quotes every value safely for a shell", () => {
  fc.assert(
    fc.property(text, (value) => {
      const planned: PlannedRequest = {
        method: "POST",
        address: "https://auth.example.com/it's",
        client: { id: "a client", secret: SECRET },
        form: { value, code: SECRET },
      };
      expect(argumentsOf(toCurl(planned))).toEqual([
        "-i",
        "-u",
        "a client:known",
        "--data-urlencode",
        `value=${value}`,
        "-d",
        "code=known",
        planned.address,
      ]);
    }),
    { numRuns: 40 },
  );
});

it("keeps its query separate and sends it with the URL", () => {
  fc.assert(
    fc.property(text, (value) => {
      const planned: PlannedRequest = {
        method: "GET",
        address: "https://auth.example.com/authorize",
        query: { state: value },
      };
      const sent = new URL(toRequest(planned, FROM).url).searchParams.get("state");
      expect(sent).toBe(value.toWellFormed());
      expect(argumentsOf(toCurl(planned))).toEqual([
        "-i",
        "-G",
        "--data-urlencode",
        `state=${value}`,
        planned.address,
      ]);
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
