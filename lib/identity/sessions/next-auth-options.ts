import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/core/env";
import type { ErrorCode } from "@/lib/core/errors";
import { toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { log } from "@/lib/core/log";
import { csrfCookieName, readCsrfCookie } from "@/lib/identity/sessions/csrf-cookie";
import { SESSION_SECONDS } from "@/lib/identity/sessions/open-session";
import {
  sessionCookieName,
  signSessionId,
  verifySessionCookie,
} from "@/lib/identity/sessions/session-cookie";
import { signIn } from "@/lib/identity/sessions/sign-in";
import "next-auth/jwt";

/**
 * Configures next-auth: sign-in with email and password, and a cookie that contains only a signed session id. The
 * session is a database row, so deleting or ending it takes effect at once.
 * @param cookieHeader of the form's request, which may have been opened before a change of the session secret
 */
export function nextAuthOptions(cookieHeader: string | null): NextAuthOptions {
  const secure = env().baseUrl.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  return {
    secret: readCsrfCookie(cookieHeader)?.secret ?? env().sessionSecrets[0],
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: secure,
    cookies: {
      sessionToken: { name: sessionCookieName(), options: cookie },
      csrfToken: { name: csrfCookieName(), options: cookie },
    },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: async (credentials, request) => {
          const { email, password } = credentials ?? {};
          if (!email || !password) return null;
          const session = await signInOrSayWhy(email, password, infoOf(request.headers));
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
    },
    logger: {
      error: (problem, details) => log().error({ problem, err: details }, "next-auth"),
      warn: (problem) => log().warn({ problem }, "next-auth"),
      debug: (problem) => log().debug({ problem }, "next-auth"),
    },
  };
}

/** Errors that the sign-in page explains. */
const SIGN_IN_ERRORS: Partial<Record<ErrorCode, string>> = {
  slow_down: "too_many_attempts",
  forbidden: "passwords_off",
};

// next-auth passes the message of errors thrown here to the sign-in page, in its URL.
async function signInOrSayWhy(email: string, password: string, info: RequestInfo) {
  try {
    return await signIn(email, password, info);
  } catch (thrown) {
    const { code } = toServiceError(thrown, info.requestId);
    throw new Error(SIGN_IN_ERRORS[code] ?? "unavailable", { cause: thrown });
  }
}

function infoOf(headers: Record<string, unknown> = {}): RequestInfo {
  const texts = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return readRequestInfo(new Headers(texts));
}

declare module "next-auth/jwt" {
  interface JWT {
    /** Id of the session's row; the cookie contains nothing else. */
    sessionId: string;
  }
}

declare module "next-auth" {
  interface User {
    sessionId: string;
  }
}
