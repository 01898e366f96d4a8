import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { transaction } from "@/lib/core/db/client";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { newPasswordSchema, personNameSchema } from "@/lib/identity/account/schemas";
import { hashLink } from "@/lib/identity/sessions/link";
import {
  consumeLink,
  hasAccounts,
  insertOperator,
  insertOwnOrganization,
  waitForSetup,
} from "@/lib/identity/setup/repository";
import { isSetupOpen } from "@/lib/identity/setup/setup-link";
import { anyone } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page } from "@/lib/operation/returns";

const newOperatorSchema = z.object({
  first_name: personNameSchema,
  last_name: personNameSchema,
  email: z.email("is not an email address").max(200).toLowerCase(),
  password: newPasswordSchema,
  /** Empty for an operator without an organization. */
  organization_name: plainLine(0, 120).default(""),
});

/**
 * Creates the first operator, once, and an organization of their own if they named one. The query of the form's page
 * names invalid fields, without their values.
 */
export const createOperator = operation({
  id: "createOperator",
  request: {
    route: "POST /setup/{token}/operator",
    params: z.object({ token: z.string() }),
    body: z.looseObject({}),
  },
  access: anyone(),
  returns: page({ on: "/setup/{token}", failure: (t) => ({ title: t("setup.title") }) }),
  async run({ params: { token }, body, info }) {
    if (!(await isSetupOpen(token, info.ipAddress))) return { back: "" };
    const parsed = newOperatorSchema.safeParse(body);
    if (!parsed.success) {
      const invalidFields = new Set(parsed.error.issues.map((issue) => issue.path.join(".")));
      return { back: `?invalid=${[...invalidFields].join(",")}` };
    }
    const { first_name, last_name, email, password, organization_name } = parsed.data;
    const personData = { email, firstName: first_name, lastName: last_name };
    const fault = judgePassword(password, personData);
    if (fault) return { back: `?invalid=${fault}` };
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
    return created ? { to: "/sign-in?created=1" } : { back: "" };
  },
});
