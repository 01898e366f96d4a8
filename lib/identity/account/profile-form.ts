import { ServiceError } from "@/lib/core/errors";
import { readForm } from "@/lib/core/http/read-body";
import { toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { renderPage } from "@/lib/core/pages/render-page";
import type { ProfileNotice, ProfileSection } from "@/lib/identity/account/schemas";
import { readSession } from "@/lib/identity/sessions/read-session";
import type { Session } from "@/lib/identity/sessions/session";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";

/** What a profile form works on. */
export type ProfileRequest = {
  session: Session;
  form: Readonly<Record<string, string>>;
  info: RequestInfo;
  /** The request's headers, which choose the language of a page response. */
  headers: Headers;
};

/**
 * Handles a profile form: checks its origin and its sender.
 * @param section part of the page to return to
 * @param run returns a notice to show there, or its own response
 */
export function profileForm(
  section: ProfileSection,
  run: (request: ProfileRequest) => Promise<ProfileNotice | Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const info = readRequestInfo(request.headers);
    try {
      requireSameOrigin(request);
      const session = await readSession(request.headers);
      if (!session) return redirectResponse(303, signInHref("/profile"));
      const form = await readForm(request);
      const answer = await runWithinLimits(() =>
        run({ session, form, info, headers: request.headers }),
      );
      return typeof answer === "string" ? backToProfile(section, answer) : answer;
    } catch (thrown) {
      const error = toServiceError(thrown, info.requestId);
      return renderPage(request.headers, error.status, (t) => ({
        title: t("profile.title"),
        error,
        link: { href: "/profile", label: t("profile.goOn") },
        requestId: info.requestId,
      }));
    }
  };
}

/** Redirects to a section of the profile, which shows what happened. */
export function backToProfile(section: ProfileSection, notice: ProfileNotice): Response {
  return redirectResponse(303, `/profile?notice=${notice}&section=${section}#${section}`);
}

async function runWithinLimits<T>(run: () => Promise<T>): Promise<T | ProfileNotice> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "slow_down") return "too_many_attempts";
    throw thrown;
  }
}
