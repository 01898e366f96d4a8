import { expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import { openLink, orTooMany } from "@/lib/identity/sessions/link";
import { newAddress } from "@/test/requests/own-address";

const LIMIT = 20;

it("links that exist can be opened any number of times from one network", async () => {
  const from = newAddress();
  for (let opened = 0; opened <= LIMIT; opened++) {
    expect(await openLink(newToken("link"), from, async () => "a page")).toBe("a page");
  }
});

it("attempts with unknown links are limited by network, and malformed links are not looked up", async () => {
  const from = newAddress();
  const find = async () => {
    throw new Error("Nothing may be looked up");
  };
  for (let opened = 0; opened < LIMIT; opened++) {
    expect(await openLink(newToken("secret"), from, find)).toBeNull();
  }
  const opening = openLink(newToken("link"), from, async () => "a page");
  await expect(opening).rejects.toMatchObject({ code: "too_many_requests" });
  expect(await openLink(newToken("link"), newAddress(), async () => "a page")).toBe("a page");
});

it("a page says that there were too many attempts, and other errors stay errors", async () => {
  const slow = new ServiceError("too_many_requests", "Too many");
  expect(await orTooMany(Promise.reject(slow))).toBe("too_many_attempts");
  expect(await orTooMany(Promise.resolve("a page"))).toBe("a page");
  for (const error of [new ServiceError("forbidden", "No"), new Error("A fault")]) {
    await expect(orTooMany(Promise.reject(error))).rejects.toBe(error);
  }
});
