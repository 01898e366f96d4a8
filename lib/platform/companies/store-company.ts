import { closeCompany } from "@/lib/consent/grants/close-company";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import {
  type CompanyChange,
  type CompanyRow,
  insertCompany,
  lockCompany,
  updateCompany,
} from "@/lib/platform/companies/repository";
import type { CompanyFields } from "@/lib/platform/companies/schemas";
import { missingField } from "@/lib/platform/missing-field";
import { changesIn, type Stored } from "@/lib/platform/stored";

/**
 * Creates or changes a company. Fields that are not sent stay the same. Closing a company ends its grants and stores
 * calls to its extensions; wake the delivery worker after the commit.
 * @param staysLocal whether a company that was created here may change without being adopted
 * @throws ServiceError invalid_request for a new company without a name; conflict for a closed company, and for one that
 * was created here unless it is adopted
 */
export async function storeCompany(
  tx: Database,
  companyId: number,
  fields: CompanyFields,
  { staysLocal = false } = {},
): Promise<Stored<CompanyRow>> {
  const { name, status, is_sandbox: isSandbox } = fields;
  const created =
    name === undefined ? null : await insertCompany(tx, companyId, { name, status, isSandbox });
  if (created) return { status: "created", before: null, row: created };
  const before = await lockCompany(tx, companyId);
  if (!before) throw missingField("name", "a company");
  const isExternal = before.isExternal || fields.adopt === true;
  if (!isExternal && !staysLocal) throw notAdopted();
  const sent: CompanyChange = { name, status, isSandbox, isExternal };
  const change = changesIn(before, sent);
  if (!change) return { status: "unchanged", before, row: before };
  if (before.status === "closed") throw companyClosed();
  const updatedAt = await updateCompany(tx, companyId, change);
  if (change.status === "closed") await closeCompany(tx, companyId);
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
