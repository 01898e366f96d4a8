import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { transaction } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { COMPANY, ofCompany } from "@/lib/platform/companies/paths";
import { companyFieldsSchema, companySchema } from "@/lib/platform/companies/schemas";
import { auditedCompany, serializeCompany } from "@/lib/platform/companies/serialize";
import { storeCompany } from "@/lib/platform/companies/store-company";
import { recordStored } from "@/lib/platform/record-stored";
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
    "Fields that are not sent stay the same. A company that was created here needs `adopt: true`. A closed company cannot change any more.",
  tag: TAG,
  params: ofCompany,
  body: companyFieldsSchema,
  returns: json(companySchema, "The company, updated or unchanged.", {
    created: "The new company.",
  }),
  errors: ["conflict", "precondition_failed"],
  async run({ params, body, caller, info, ifNoneMatch }) {
    const { status, row } = await transaction(async (tx) => {
      // In the console, an operator also changes companies that the directory does not know.
      const staysLocal = caller.kind === "operator";
      const stored = await storeCompany(tx, params.company_id, body, { staysLocal });
      const target = `company:${params.company_id}`;
      await recordStored(
        tx,
        { caller, info, ifNoneMatch },
        { kind: "company", target, stored },
        auditedCompany,
      );
      return stored;
    });
    if (row.status === "closed") wakeDeliveryWorker();
    return { isNew: status === "created", body: serializeCompany(row) };
  },
});
