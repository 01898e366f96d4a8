import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { transaction } from "@/lib/core/db/client";
import { readForm } from "@/lib/core/http/read-body";
import { toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { renderPage } from "@/lib/core/pages/render-page";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { newPasswordSchema, personNameSchema } from "@/lib/identity/account/schemas";
import { hashLink } from "@/lib/identity/sessions/link";
import { isSetupOpen } from "@/lib/identity/setup/is-setup-open";
import {
  consumeLink,
  hasAccounts,
  insertOperator,
  insertOwnOrganization,
  waitForSetup,
} from "@/lib/identity/setup/repository";

/**
 * POST `/setup/{token}/operator`: creates the first operator, once, and an organization of their own if they named one.
 * Errors return to the form, named in the query (without the values).
 */
export async function createOperator(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const token = new URL(request.url).pathname.split("/")[2] ?? "";
  const path = `/setup/${encodeURIComponent(token)}`;
  try {
    requireSameOrigin(request);
    if (!(await isSetupOpen(token, info.ipAddress))) return redirectResponse(303, path);
    const parsed = createOperatorInputSchema.safeParse(await readForm(request));
    if (!parsed.success) {
      const invalidFields = new Set(parsed.error.issues.map((issue) => issue.path.join(".")));
      return redirectResponse(303, `${path}?invalid=${[...invalidFields].join(",")}`);
    }
    const { first_name, last_name, email, password, organization_name } = parsed.data;
    const personData = { email, firstName: first_name, lastName: last_name };
    const fault = judgePassword(password, personData);
    if (fault) return redirectResponse(303, `${path}?invalid=${fault}`);
    const passwordHash = await hashPassword(password);
    const created = await transaction(async (tx) => {
      await waitForSetup(tx);
      if (!(await consumeLink(tx, hashLink(token))) || (await hasAccounts(tx))) return false;
      const userId = await insertOperator(tx, { ...personData, passwordHash });
      if (organization_name) await insertOwnOrganization(tx, userId, organization_name);
      await recordPlatformChange(tx, `operator:${userId}`, info, {
        action: "operator.granted",
        target: `user:${userId}`,
        after: { role: "operator" },
      });
      return true;
    });
    return redirectResponse(303, created ? "/sign-in?created=1" : path);
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("setup.title"),
      error,
      requestId: info.requestId,
    }));
  }
}

/** The form that creates the first operator. */
const createOperatorInputSchema = z.object({
  first_name: personNameSchema,
  last_name: personNameSchema,
  email: z.email("is not an email address").max(200).toLowerCase(),
  password: newPasswordSchema,
  /** Empty for an operator without an organization. */
  organization_name: plainLine(0, 120).default(""),
});
