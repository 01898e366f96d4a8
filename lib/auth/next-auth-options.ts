import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { csrfCookieName } from "@/lib/auth/csrf-cookie";
import { endSession } from "@/lib/auth/end-session";
import { SESSION_SECONDS } from "@/lib/auth/open-session";
import { safeReturnPath } from "@/lib/auth/safe-return-path";
import { sessionCookieName, signSessionId, verifySessionCookie } from "@/lib/auth/session-cookie";
import { signIn } from "@/lib/auth/sign-in";
import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/request-info";

/**
 * How next-auth signs in and out here: an e-mail and password; a cookie that holds a signed session
 * id and nothing else; the session itself is a row, so that ending it ends it.
 */
export function nextAuthOptions(): NextAuthOptions {
  const secure = env().baseUrl.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  return {
    secret: env().nextauthSecret,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in", signOut: "/" },
    useSecureCookies: secure,
    cookies: {
      sessionToken: { name: sessionCookieName(), options: cookie },
      csrfToken: { name: csrfCookieName(), options: cookie },
      callbackUrl: { name: "latchkey.return", options: cookie },
    },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: async (credentials, request) => {
          const { email, password } = credentials ?? {};
          if (!email || !password) return null;
          const session = await signInOrSayWhy(email, password, {
            ipAddress: header(request.headers, CLIENT_ADDRESS_HEADER),
            userAgent: header(request.headers, "user-agent")?.slice(0, 300) ?? null,
          });
          return session && { id: session.userId, sessionId: session.sessionId };
        },
      }),
    ],
    jwt: {
      encode: async ({ token }) => (token ? signSessionId(token.sessionId) : ""),
      decode: async ({ token }) => {
        const sessionId = token ? verifySessionCookie(token) : null;
        return sessionId ? { sessionId } : null;
      },
    },
    callbacks: {
      jwt: ({ token, user }) => (user ? { sessionId: user.sessionId } : token),
      redirect: ({ url, baseUrl }) => baseUrl + safeReturnPath(url, baseUrl),
    },
    events: {
      signOut: ({ token }) => endSession(token.sessionId),
    },
  };
}

// next-auth shows the message of what is thrown here as `error` in the sign-in page's address.
async function signInOrSayWhy(...arguments_: Parameters<typeof signIn>) {
  try {
    return await signIn(...arguments_);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "slow_down") {
      throw new Error("too_many_attempts", { cause: error });
    }
    throw error;
  }
}

function header(headers: Record<string, unknown> | undefined, name: string): string | null {
  const value = headers?.[name];
  return typeof value === "string" ? value : null;
}
