import { COMPANY, ofCompany } from "@/lib/directory/companies/contract";
import {
  companyGrantListSchema,
  companyGrantSchema,
} from "@/lib/directory/companies/grants/schemas";
import { TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { listQuerySchema } from "@/lib/kernel/schemas/cursor-schemas";
import { clientIdSchema } from "@/lib/kernel/schemas/id-schema";

const GRANTS = `${COMPANY}/grants` as const;
const GRANT = `${GRANTS}/{client_id}` as const;

const ofGrant = ofCompany.extend({
  client_id: clientIdSchema.meta({ description: "The extension." }),
});

/** GET companies/{company_id}/grants. */
export const listDirectoryCompanyGrantsContract = definePlatformContract({
  operationId: "listDirectoryCompanyGrants",
  method: "GET",
  path: GRANTS,
  summary: "List a company's extensions",
  description:
    "Lists what the company granted extensions, for the platform's own panel. Removed extensions are not listed.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofCompany,
  query: listQuerySchema,
  success: { status: 200, description: "A page of grants.", schema: companyGrantListSchema },
});

/** GET companies/{company_id}/grants/{client_id}. */
export const getDirectoryCompanyGrantContract = definePlatformContract({
  operationId: "getDirectoryCompanyGrant",
  method: "GET",
  path: GRANT,
  summary: "Fetch what a company granted an extension",
  description: "Returns one live grant of a company.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofGrant,
  success: { status: 200, description: "The grant.", schema: companyGrantSchema },
});

/** DELETE companies/{company_id}/grants/{client_id}. */
export const removeDirectoryCompanyGrantContract = definePlatformContract({
  operationId: "removeDirectoryCompanyGrant",
  method: "DELETE",
  path: GRANT,
  summary: "Uninstall a company's extension",
  description:
    "Revokes the grant: all of its codes and tokens stop at once, and the extension is notified, as if the seller had removed it.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofGrant,
  success: { status: 200, description: "The revoked grant.", schema: companyGrantSchema },
});
