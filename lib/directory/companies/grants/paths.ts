import { COMPANY, ofCompany } from "@/lib/directory/companies/paths";
import { clientIdSchema } from "@/lib/kernel/schemas/id-schema";

export const GRANTS = `${COMPANY}/grants` as const;
export const GRANT = `${GRANTS}/{client_id}` as const;

export const ofGrant = ofCompany.extend({
  client_id: clientIdSchema.meta({ description: "The extension." }),
});
