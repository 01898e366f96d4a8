import type { PersonMenuProps, TenantLink } from "./person-menu";

/** The signed-in person as the frame names them. */
export function describePerson(
  session: {
    userId: string;
    firstName: string;
    lastName: string;
    email: string | null;
    operatorRole: "operator" | "support" | null;
  },
  role: PersonMenuProps["person"]["role"],
): PersonMenuProps["person"] {
  const { userId: id, firstName, lastName, email, operatorRole } = session;
  const name = `${firstName} ${lastName}`.trim();
  return { id, name, email, role, isOperator: operatorRole !== null };
}

interface Memberships {
  organizations: readonly { id: string; name: string }[];
  companies: readonly { id: number; name: string }[];
}

/** Links to a person's organizations and companies, except the current one. */
export function listTenantLinks(
  { organizations, companies }: Memberships,
  currentId: string | number | null,
): TenantLink[] {
  const links = [
    ...organizations.map(({ id, name }) => ({
      id,
      link: { kind: "organization", name, href: `/organization/${id}` } as const,
    })),
    ...companies.map(({ id, name }) => ({
      id,
      link: { kind: "company", name, href: `/company/${id}/extensions` } as const,
    })),
  ];
  return links.filter(({ id }) => id !== currentId).map(({ link }) => link);
}
