import { judgePassword } from "@/lib/accounts/judge-password";
import { verifyEmail } from "@/lib/accounts/verify-email";
import { recordChange } from "@/lib/audit/record-change";
import { openSession } from "@/lib/auth/open-session";
import { readSession } from "@/lib/auth/read-session";
import { setSessionCookie } from "@/lib/auth/session-cookie";
import { keepSandboxMember } from "@/lib/companies/keep-sandbox-member";
import { hashPassword } from "@/lib/kernel/crypto/passwords";
import { type Database, transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import { readForm } from "@/lib/kernel/http/read-body";
import { toServiceError } from "@/lib/kernel/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/kernel/http/request-info";
import { redirectResponse } from "@/lib/kernel/http/responses";
import { requireSameOrigin } from "@/lib/kernel/http/same-origin";
import { insertPerson, takeInvitation } from "@/lib/organizations/invitations/link-repository";
import { hashLink } from "@/lib/organizations/invitations/new-link";
import {
  type InvitationView,
  openInvitation,
} from "@/lib/organizations/invitations/open-invitation";
import { newPersonFormSchema } from "@/lib/organizations/invitations/schemas";
import { insertMember } from "@/lib/organizations/members/repository";
import { renderPage } from "@/lib/pages/render-page";

type OpenInvitation = Extract<InvitationView, { kind: "open" }>;

/**
 * POST `/invitation/{token}/accept`: joins the organization, once. A person with an account must be signed in with it;
 * a new person gets an account and is signed in. Otherwise the browser returns to the invitation's page, which explains
 * the problem.
 */
export async function acceptInvitation(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const token = new URL(request.url).pathname.split("/")[2] ?? "";
  const path = `/invitation/${encodeURIComponent(token)}`;
  try {
    requireSameOrigin(request);
    const form = await readForm(request);
    const invitation = await openInvitation(token, info.ipAddress);
    if (invitation.kind !== "open") return redirectResponse(303, path);
    const session = await readSession(request.headers);
    if ((session?.userId ?? null) !== invitation.userId) return redirectResponse(303, path);
    if (invitation.userId) return await joinAs(invitation.userId, token, info);
    return await joinAsNewPerson(invitation, form, { token, path, info });
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("invitation.title"),
      refusal: error,
      link: { href: path, label: t("invitation.goOn") },
      requestId: info.requestId,
    }));
  }
}

async function joinAs(userId: string, token: string, info: RequestInfo): Promise<Response> {
  const organizationId = await transaction((tx) => join(tx, userId, token, info));
  return redirectResponse(303, organizationHref(organizationId));
}

async function joinAsNewPerson(
  { email }: OpenInvitation,
  form: Record<string, string>,
  { token, path, info }: { token: string; path: string; info: RequestInfo },
): Promise<Response> {
  const parsed = newPersonFormSchema.safeParse(form);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map((issue) => issue.path.join(".")));
    return redirectResponse(303, `${path}?invalid=${[...wrong].join(",")}`);
  }
  const { first_name, last_name, password } = parsed.data;
  const named = { email, firstName: first_name, lastName: last_name };
  const fault = judgePassword(password, named);
  if (fault) return redirectResponse(303, `${path}?invalid=${fault}`);
  const person = { ...named, passwordHash: await hashPassword(password) };
  const joined = await transaction(async (tx) => {
    const userId = await insertPerson(tx, person);
    if (!userId) throw takenMeanwhile();
    const organizationId = await join(tx, userId, token, info);
    return { organizationId, sessionId: await openSession(tx, userId, "live", info) };
  });
  const response = redirectResponse(303, organizationHref(joined.organizationId));
  response.headers.append("set-cookie", setSessionCookie(joined.sessionId));
  return response;
}

async function join(
  tx: Database,
  userId: string,
  token: string,
  info: RequestInfo,
): Promise<string> {
  const taken = await takeInvitation(tx, hashLink(token));
  if (!taken) throw takenMeanwhile();
  const { organizationId, role, mailedAt } = taken;
  if (mailedAt) await verifyEmail(tx, userId);
  const isNew = await insertMember(tx, organizationId, userId, role);
  if (isNew) await keepSandboxMember(tx, organizationId, userId, role);
  const caller = { kind: "user", organizationId, userId, role } as const;
  const target = `user:${userId}`;
  await recordChange(tx, caller, info, { action: "member.joined", target, after: { role } });
  return organizationId;
}

function organizationHref(organizationId: string): string {
  return `/organization/${organizationId}/clients`;
}

function takenMeanwhile(): ServiceError {
  return new ServiceError(
    "conflict",
    "This invitation has just been accepted or revoked. Open the link again to see its status.",
  );
}
