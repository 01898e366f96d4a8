import { z } from "zod";
import { NoSuchClientError } from "@/lib/clients/paths";
import { db } from "@/lib/core/db/client";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import type { CallContext } from "@/lib/operation/operation";

/** The sandbox company that a tool works in. */
export const sandboxCompanySchema = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: "The sandbox company.", example: 42 });

/** The session of a signed-in member. Null for a caller with a token, even if a cookie is sent as well. */
export function ownSessionId({
  caller,
  cookie,
}: Pick<CallContext<"organization">, "caller" | "cookie">): string | null {
  const isSignedIn = caller.kind === "user" && !caller.through;
  return isSignedIn ? readSessionId(cookie) : null;
}

/** A call of a tool for a client in a sandbox company. */
interface ToolCall {
  params: { client_id: string };
  body: { company_id: number };
  caller: { organizationId: string };
}

/**
 * The client of a call, and the sandbox company in which it is tried.
 * @param isOwn whether the sandbox must be the organization's own, and the client active
 * @throws ServiceError not_found for another organization's client or a company that is not such a sandbox
 */
export async function requireSandboxClient({ params, body, caller }: ToolCall, isOwn = false) {
  const { organizationId } = caller;
  const installation = { organizationId, clientId: params.client_id, companyId: body.company_id };
  const client = await findSandboxClient(installation, isOwn);
  if (client) return { installation, client };
  throw new NoSuchClientError(
    isOwn
      ? `The client does not exist or is inactive, or company ${installation.companyId} is not one of your sandboxes.`
      : `The organization has no such client, or company ${installation.companyId} is not a sandbox.`,
  );
}

/** A client of an organization in a company. */
export type Installation = { organizationId: string; clientId: string; companyId: number };

/**
 * A client of the organization, if the company is a sandbox; otherwise null.
 * @param isOwn whether the sandbox must be the organization's own, and the client active
 */
export async function findSandboxClient(
  { organizationId, clientId, companyId }: Installation,
  isOwn = false,
): Promise<{ baseUrl: string | null; redirectUrls: string[]; requirePkce: boolean } | null> {
  const [client, company] = await Promise.all([
    db().client.findFirst({
      where: { organizationId, clientId, deletedAt: null, ...(isOwn && { isActive: true }) },
      select: { baseUrl: true, redirectUrls: true, requirePkce: true },
    }),
    db().company.findFirst({
      where: {
        id: companyId,
        isSandbox: true,
        ...(isOwn && { organization: { id: organizationId } }),
      },
      select: { id: true },
    }),
  ]);
  return company && client;
}
