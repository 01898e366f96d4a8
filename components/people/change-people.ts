import { call } from "@/lib/api/client/call";
import type { SentInvitationResponse } from "@/lib/tenants/organizations/members/schemas";
import type { PeopleTenant } from "./people-views";

/** What can be done about a member or an invitation. */
export type PeopleVerb = "invite" | "resend" | "revoke" | "role" | "remove" | "leave";

/**
 * The path of a company's form.
 * @param id of the person or the invitation
 */
export function formPath({ path }: PeopleTenant, verb: PeopleVerb, id = ""): string {
  if (verb === "invite" || verb === "leave") return `${path}/${verb}`;
  return `${path}/${verb === "resend" || verb === "revoke" ? "invitations/" : ""}${id}/${verb}`;
}

/**
 * Changes the people of an organization through the API.
 * @param id of the person or the invitation
 * @param fields `email` and `role`, where the verb needs them; `revoke_secrets` if secrets may be revoked
 * @returns the invitation that was sent, if any
 */
export async function changePeople(
  tenant: PeopleTenant & { kind: "organization" },
  verb: PeopleVerb,
  id = "",
  fields: FormData,
): Promise<SentInvitationResponse | null> {
  const organization = { organization_id: tenant.id };
  const member = { ...organization, user_id: id };
  const invitation = { ...organization, invitation_id: id };
  const query = { revoke_secrets: fields.has("revoke_secrets") };
  const role = tenant.roles.find((each) => each === fields.get("role")) ?? "auditor";
  switch (verb) {
    case "invite":
      return call("createInvitation", {
        params: organization,
        body: { email: String(fields.get("email")), role },
      });
    case "resend":
      return call("resendInvitation", { params: invitation });
    case "revoke":
      await call("revokeInvitation", { params: invitation });
      break;
    case "role":
      await call("changeMember", { params: member, body: { role, ...query } });
      break;
    case "remove":
      await call("removeMember", { params: member, query });
      break;
    case "leave":
      await call("leaveOrganization", { params: organization, query });
  }
  return null;
}
