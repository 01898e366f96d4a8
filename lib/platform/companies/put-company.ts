import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import type { CallTrace } from "@/lib/consent/deliveries/request-call";
import { closeCompany } from "@/lib/consent/grants/close-company";
import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { COMPANY, companies, ofCompany } from "@/lib/platform/companies/company";
import {
  type CompanyChange,
  type CompanyRow,
  insertCompany,
  lockCompany,
  updateCompany,
} from "@/lib/platform/companies/repository";
import {
  type CompanyFields,
  companyFieldsSchema,
  companySchema,
} from "@/lib/platform/companies/schemas";
import { putObject } from "@/lib/platform/resource";
import { missingField, type Stored } from "@/lib/platform/stored";
import { TAG } from "@/lib/platform/values";

/**
 * Creates or changes a company. Closing it notifies its extensions.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request, conflict, precondition_failed
 */
export const putCompany = operation({
  id: "putDirectoryCompany",
  route: `PUT ${COMPANY}`,
  access: platform("directory:write"),
  summary: "Create or change a company",
  description:
    "Fields that are not sent stay the same. A change of a company that was created here needs `adopt: true`. A closed company cannot change any more.",
  tag: TAG,
  params: ofCompany,
  body: companyFieldsSchema,
  returns: json(companySchema, "The company, updated or unchanged.", {
    created: "The new company.",
  }),
  errors: ["conflict", "precondition_failed"],
  async run(context) {
    const { params, body, caller, info } = context;
    // In the console, an operator also changes companies that the directory does not know.
    const staysLocal = caller.kind === "operator";
    const result = await putObject(companies, context, (tx) =>
      storeCompany(tx, params.company_id, body, { staysLocal, trace: info }),
    );
    if (result.body.status === "closed") wakeDeliveryWorker();
    return result;
  },
});

/**
 * Creates or changes a company. Fields that are not sent stay the same. Closing a company ends its grants and stores
 * calls to its extensions; wake the delivery worker after the commit.
 * @param options `staysLocal`: whether a company that was created here may change without being adopted
 * @throws ServiceError invalid_request for a new company without a name; conflict for a closed company, and for one that
 * was created here unless it is adopted
 */
export async function storeCompany(
  tx: Database,
  companyId: number,
  fields: CompanyFields,
  { staysLocal = false, trace }: { staysLocal?: boolean; trace?: CallTrace } = {},
): Promise<Stored<CompanyRow>> {
  const { name, status, is_sandbox: isSandbox } = fields;
  const created =
    name === undefined ? null : await insertCompany(tx, companyId, { name, status, isSandbox });
  if (created) return { status: "created", before: null, row: created };
  const before = await lockCompany(tx, companyId);
  if (!before) throw missingField("name", "a company");
  const isExternal = before.isExternal || fields.adopt === true;
  const sent: CompanyChange = { name, status, isSandbox, isExternal };
  const change = changesIn(before, sent);
  if (!change) return { status: "unchanged", before, row: before };
  if (!isExternal && !staysLocal) throw notAdopted();
  if (before.status === "closed") throw companyClosed();
  const updatedAt = await updateCompany(tx, companyId, change);
  if (change.status === "closed") await closeCompany(tx, companyId, trace);
  return { status: "updated", before, row: { ...before, ...change, updatedAt } };
}

function notAdopted(): ServiceError {
  const message =
    "The company was created here and not by the platform's directory. Send adopt: true to let the directory manage it.";
  return new ServiceError("conflict", message, { fields: [{ path: "adopt", message }] });
}

function companyClosed(): ServiceError {
  return new ServiceError(
    "conflict",
    "The company is closed, which is final. Create a company with another id.",
  );
}
