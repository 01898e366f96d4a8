import { hashPassword } from "@/lib/core/crypto/passwords";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { readForm } from "@/lib/core/http/read-body";
import { toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { renderPage } from "@/lib/core/pages/render-page";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { openSession } from "@/lib/identity/sessions/open-session";
import { readSession } from "@/lib/identity/sessions/read-session";
import { setSessionCookie } from "@/lib/identity/sessions/session-cookie";
import { joinTenant } from "@/lib/tenants/joining/join-tenant";
import {
  type InvitationView,
  type InvitedTo,
  openInvitation,
} from "@/lib/tenants/joining/open-invitation";
import { insertPerson } from "@/lib/tenants/joining/repository";
import { newPersonFormSchema } from "@/lib/tenants/joining/schemas";

type OpenInvitation = Extract<InvitationView, { state: "open" }>;

/**
 * POST `/invitation/{token}/accept`: joins the organization or company, once. A person with an account must be signed in
 * with it; a new person gets an account and is signed in. Otherwise the browser returns to the invitation's page, which
 * explains the problem.
 */
export async function acceptInvitation(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const token = new URL(request.url).pathname.split("/")[2] ?? "";
  const path = `/invitation/${encodeURIComponent(token)}`;
  try {
    requireSameOrigin(request);
    const form = await readForm(request);
    const invitation = await openInvitation(token, info.ipAddress);
    if (invitation.state !== "open") return redirectResponse(303, path);
    const session = await readSession(request.headers);
    const { userId, to } = invitation;
    if ((session?.userId ?? null) !== userId) return redirectResponse(303, path);
    if (!userId) return await joinAsNewPerson(invitation, form, { token, path, info });
    await transaction((tx) => joinTenant(tx, to, { userId, token }, info));
    return redirectResponse(303, hrefOf(to));
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("invitation.title"),
      error,
      link: { href: path, label: t("invitation.goOn") },
      requestId: info.requestId,
    }));
  }
}

async function joinAsNewPerson(
  { email, to }: OpenInvitation,
  form: Record<string, string>,
  { token, path, info }: { token: string; path: string; info: RequestInfo },
): Promise<Response> {
  const parsed = newPersonFormSchema.safeParse(form);
  if (!parsed.success) {
    const invalidFields = new Set(parsed.error.issues.map((issue) => issue.path.join(".")));
    return redirectResponse(303, `${path}?invalid=${[...invalidFields].join(",")}`);
  }
  const { first_name, last_name, password } = parsed.data;
  const personData = { email, firstName: first_name, lastName: last_name };
  const fault = judgePassword(password, personData);
  if (fault) return redirectResponse(303, `${path}?invalid=${fault}`);
  const person = { ...personData, passwordHash: await hashPassword(password) };
  const sessionId = await transaction(async (tx) => {
    const userId = await insertPerson(tx, person);
    if (!userId) throw takenMeanwhile();
    await joinTenant(tx, to, { userId, token }, info);
    return openSession(tx, userId, "live", info);
  });
  const response = redirectResponse(303, hrefOf(to));
  response.headers.append("set-cookie", setSessionCookie(sessionId));
  return response;
}

function hrefOf({ kind, id }: InvitedTo): string {
  return kind === "company" ? `/company/${id}/extensions` : `/organization/${id}/clients`;
}

function takenMeanwhile(): ServiceError {
  return new ServiceError(
    "conflict",
    "An account with this email address has just been created. Open the link again and sign in with it.",
  );
}
