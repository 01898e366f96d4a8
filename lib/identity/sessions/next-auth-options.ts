import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/core/env/env";
import type { ErrorCode } from "@/lib/core/errors";
import { toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { log } from "@/lib/core/telemetry/log";
import { signIn } from "@/lib/identity/sessions/check-password";
import { SESSION_SECONDS } from "@/lib/identity/sessions/open-session";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import { csrfCookieName, readCsrfCookie } from "@/lib/identity/sessions/sign-in-cookies";

/**
 * Configures next-auth: sign-in with email and password, and a cookie that contains only a signed session id. The
 * session is a database row, so deleting or ending it takes effect at once. next-auth reads no session.
 * @param request of the form, which may have been opened before a change of the session secret
 */
export function nextAuthOptions({ headers }: Request): NextAuthOptions {
  const secure = env().baseUrl.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  return {
    secret: readCsrfCookie(headers.get("cookie"))?.secret ?? env().sessionSecrets[0],
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: secure,
    cookies: {
      sessionToken: { name: sessionCookieName(), options: cookie },
      csrfToken: { name: csrfCookieName(), options: cookie },
    },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: async (credentials) => {
          const { email, password } = credentials ?? {};
          return email && password ? signInOrSayWhy(email, password, headers) : null;
        },
      }),
    ],
    jwt: { encode: async ({ token }) => signSessionId(token?.sub ?? "") },
    logger: {
      error: (problem, details) => log().error({ problem, err: details }, "next-auth"),
      warn: (problem) => log().warn({ problem }, "next-auth"),
      debug: (problem) => log().debug({ problem }, "next-auth"),
    },
  };
}

const SIGN_IN_ERRORS: Partial<Record<ErrorCode, string>> = {
  too_many_requests: "too_many_attempts",
  forbidden: "passwords_off",
};

/** For next-auth, the session is the user. The message of an error goes into the URL of the sign-in page. */
async function signInOrSayWhy(email: string, password: string, headers: Headers) {
  const info = readRequestInfo(headers);
  try {
    const session = await signIn(email, password, info);
    return session && { id: session.sessionId };
  } catch (thrown) {
    const { code } = toServiceError(thrown, info.requestId);
    throw new Error(SIGN_IN_ERRORS[code] ?? "unavailable", { cause: thrown });
  }
}
