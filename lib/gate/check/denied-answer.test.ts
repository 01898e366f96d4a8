import { expect, it } from "vitest";
import { callDenied } from "@/lib/gate/check/denials";
import { deniedAnswer } from "@/lib/gate/check/denied-answer";

const REQUEST_ID = "6740f1c2a9d34e0b7c51f2a1";

it("repeats the body of a denial in a header, in ASCII, for proxies that pass on no body", async () => {
  const answer = await deniedAnswer(
    callDenied('Gesperrt: „Prüfung" läuft 🔒\r\nX-Forged: 1'),
    REQUEST_ID,
  );
  expect(answer.status).toBe(403);
  expect(answer.headers.get("x-latchkey-request-id")).toBe(REQUEST_ID);
  const header = answer.headers.get("x-latchkey-denial") ?? "";
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(header)).toEqual(await answer.json());
});
