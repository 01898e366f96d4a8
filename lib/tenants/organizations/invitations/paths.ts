import { idSchema } from "@/lib/core/schemas/id-schema";
import { ORGANIZATION_PATH, ofOrganization } from "@/lib/tenants/organizations/paths";

export const COLLECTION = `${ORGANIZATION_PATH}/invitation` as const;
export const INVITATION = `${COLLECTION}/{invitation_id}` as const;

export const ofInvitation = ofOrganization.extend({
  invitation_id: idSchema.meta({ description: "Id of the invitation." }),
});

export const DELIVERY =
  "The link is sent by mail. If no mail server is configured, or it does not accept the mail, the response contains the link instead.";
