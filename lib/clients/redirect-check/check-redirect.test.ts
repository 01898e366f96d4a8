import { describe, expect, it } from "vitest";
import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
import { db } from "@/lib/core/db/client";
import { clientScene } from "@/test/requests/client-scene";
import { fieldAt } from "@/test/requests/read-json";

const REGISTERED = ["https://shipfast.example.com/fp/auth", "http://127.0.0.1:8080/fp/auth"];

const { client, call } = clientScene({ redirectUrls: REGISTERED });
const check = (url: unknown) => call(checkRedirect, { body: { url } });

describe("POST redirect-check", () => {
  it.each([
    ["the registered one", "https://shipfast.example.com/fp/auth"],
    [
      "one with an SDK's application_id",
      "https://shipfast.example.com/fp/auth?application_id=6740f1c2a9d34e0b7c51f201",
    ],
    ["another port on loopback", "http://127.0.0.1:3000/fp/auth"],
    [
      "the one in a full authorize URL",
      "https://platform.example.com/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fshipfast.example.com%2Ffp%2Fauth&state=s",
    ],
  ])("accepts %s, just as authorize does", async (_, url) => {
    const { status, body } = await check(url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: true, nearest: null, problem: null });
  });

  it("shows which part differs from each registered URL, and why a URL could not be registered", async () => {
    const { body } = await check("https://shipfast.example.com:444/fp/Auth");
    expect(body).toMatchObject({
      accepted: false,
      nearest: REGISTERED[0],
      entries: [
        { url: REGISTERED[0], components: ["port", "path_case"] },
        { url: REGISTERED[1], components: ["scheme", "host", "port", "path_case"] },
      ],
    });
    expect(fieldAt(body, "entries.0.difference")).toContain("/fp/Auth was sent");
    const plain = await check("http://shipfast.example.com/fp/auth");
    expect(plain.body.problem).toContain("must use https");
  });

  it.each([
    ["nothing", ""],
    ["a number", 7],
    ["a URL of more than 4,000 characters", `https://a.example.com/${"a".repeat(4_000)}`],
  ])("rejects %s", async (_, url) => {
    const { status, body } = await check(url);
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe("url");
  });

  it("stores nothing that was sent", async () => {
    await check("https://shipfast.example.com/fp/auth?code=lkc_pasted");
    const where = { clientId: client().clientId };
    expect(await db().authorizationEvent.count({ where })).toBe(0);
  });
});
