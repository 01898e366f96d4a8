import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { setCookie } from "@/lib/core/http/cookies";
import { readForm } from "@/lib/core/http/read-body";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { isLocale, LANGUAGE_COOKIE } from "@/lib/core/i18n/locales";
import { isTheme, THEME_COOKIE } from "@/lib/core/preferences/preferences";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** POST `/preferences` with `theme` or `language`: stores the choice in a cookie and returns to the form's page. */
export async function changePreferences(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const { theme, language } = await readForm(request);
    const response = redirectResponse(
      303,
      safeReturnPath(request.headers.get("referer"), env().baseUrl),
    );
    if (theme !== undefined) response.headers.append("set-cookie", themeCookie(theme));
    if (language !== undefined) response.headers.append("set-cookie", languageCookie(language));
    return response;
  } catch (thrown) {
    const { requestId } = readRequestInfo(request.headers);
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}

function themeCookie(theme: string): string {
  if (theme === "system") return setCookie(THEME_COOKIE, "", { seconds: 0 });
  if (isTheme(theme)) return setCookie(THEME_COOKIE, theme, { seconds: YEAR_SECONDS });
  throw new ServiceError("invalid_request", "theme must be light, dark or system.");
}

function languageCookie(language: string): string {
  if (isLocale(language)) return setCookie(LANGUAGE_COOKIE, language, { seconds: YEAR_SECONDS });
  throw new ServiceError("invalid_request", "This language is not supported.");
}
