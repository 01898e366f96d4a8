import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type NextAuthOptions } from "next-auth";

/** A request to one of next-auth's endpoints. */
export type NextAuthRequest = {
  method: "GET" | "POST";
  action: "signin" | "callback";
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, string>>;
  cookies: Readonly<Record<string, string>>;
};

/** Where next-auth leads and which cookies it sets, by name. */
export type NextAuthReply = { location: string | null; cookies: ReadonlyMap<string, string> };

/**
 * Runs an endpoint of next-auth's provider "oidc" on the given cookies, outside of Next. Its own route handler takes
 * the browser's cookies, among which those of one attempt to sign in cannot be chosen.
 */
export async function askNextAuth(
  { method, action, query = {}, body = {}, cookies }: NextAuthRequest,
  options: NextAuthOptions,
): Promise<NextAuthReply> {
  const headers = new Map<string, unknown>();
  const response = {
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader(name: string, value: unknown) {
      headers.set(name.toLowerCase(), value);
      return response;
    },
    status: () => response,
    end: () => response,
    json: () => response,
    send: () => response,
  };
  const request = {
    method,
    query: { nextauth: [action, "oidc"], ...query },
    body,
    cookies,
    headers: {},
  };
  // next-auth uses only these parts of Next's objects.
  await NextAuth(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    options,
  );
  const location = headers.get("location");
  const set = headers.get("set-cookie");
  return {
    location: typeof location === "string" ? location : null,
    cookies: new Map((Array.isArray(set) ? set : []).map((line) => nameAndValue(String(line)))),
  };
}

function nameAndValue(setCookie: string): [string, string] {
  const [pair = ""] = setCookie.split(";", 1);
  const equals = pair.indexOf("=");
  return [pair.slice(0, equals), decodeURIComponent(pair.slice(equals + 1))];
}
