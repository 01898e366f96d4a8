import { randomBytes } from "node:crypto";
import { newCompanyId } from "@/test/factories/new-ids";

const SCOPES = ["company/orders/read", "company/products/read"];
const EVERY = 19;

/**
 * Lines of a platform that exports company by company: a client, and for each company its owner, the owner's grant, and
 * a refresh token. Every 19th company has a mistake in one of its lines, in turn.
 * @returns the lines, and the numbers of those with a mistake of their own
 */
export function interleavedLines(
  organizationId: string,
  companies: number,
): { lines: object[]; mistakes: number[] } {
  const client_id = `legacy_${randomBytes(12).toString("hex")}`;
  const client = { type: "client", client_id, organization_id: organizationId, name: "Shipfast" };
  const lines: object[] = [{ ...client, secret: randomBytes(16).toString("hex"), scopes: SCOPES }];
  const mistakes: number[] = [];
  const first = newCompanyId();
  for (let index = 0; index < companies; index += 1) {
    const block = blockOf(client_id, first + index);
    if (index % EVERY === 0) {
      const place = (index / EVERY) % block.length;
      Object.assign(block[place] ?? {}, MISTAKES[place]);
      mistakes.push(lines.length + place + 1);
    }
    lines.push(...block);
  }
  return { lines, mistakes };
}

/** By the place of the line in its block. */
const MISTAKES = [
  { name: "" },
  { role: "boss" },
  { scopes: ["company/unknown/read"] },
  { expires_at: "2001-01-01T00:00:00Z" },
];

function blockOf(client_id: string, company_id: number): object[] {
  const external_id = `owner-${company_id}`;
  const token = `refresh-${company_id}-${randomBytes(8).toString("hex")}`;
  const person = { external_id, email: `${external_id}@example.com`, first_name: "Asha" };
  const expires_at = "2090-01-01T00:00:00Z";
  return [
    { type: "company", company_id, name: `Company ${company_id}` },
    { type: "company_member", company_id, ...person, role: "owner" },
    { type: "grant", client_id, company_id, scopes: SCOPES, granted_by: external_id },
    { type: "refresh_token", client_id, company_id, token, scopes: SCOPES, expires_at },
  ];
}
