import { requireDecider } from "@/lib/consent/may-consent";
import { imageAddress } from "@/lib/core/images/image-address";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { findOpenQuestions } from "@/lib/tenants/companies/questions/repository";

/** A request forwarded by a company's staff. */
export type ConsentQuestion = {
  id: string;
  clientId: string;
  clientName: string;
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
  scopes: string[];
  askedBy: { name: string; email: string | null };
  askedAt: Date;
};

/** Requests waiting for an owner or admin of the company, oldest first. */
export const listQuestions = operation({
  id: "listQuestions",
  access: seller(requireDecider),
  returns: value<ConsentQuestion[]>(),
  async run({ caller }) {
    const rows = await findOpenQuestions(caller.company.id);
    return rows.map(({ id, scopes, createdAt, asker, client }) => ({
      id,
      clientId: client.clientId,
      clientName: client.name,
      logoUri: imageAddress(client.logoId),
      publisherName: client.organization.name,
      publisherVerified: client.organization.verified,
      scopes,
      askedBy: { name: `${asker.firstName} ${asker.lastName}`, email: asker.email },
      askedAt: createdAt,
    }));
  },
});
