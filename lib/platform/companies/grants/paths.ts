import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { COMPANY, ofCompany } from "@/lib/platform/companies/paths";

export const GRANTS = `${COMPANY}/grants` as const;
export const GRANT = `${GRANTS}/{client_id}` as const;

export const ofGrant = ofCompany.extend({
  client_id: clientIdSchema.meta({ description: "The extension." }),
});
