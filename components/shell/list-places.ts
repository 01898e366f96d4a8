import type { Place } from "./person-menu";

interface Memberships {
  organizations: readonly { id: string; name: string }[];
  companies: readonly { id: number; name: string }[];
}

/** Where a person may go, without the organization or company (by its id) that they are in, if any. */
export function listPlaces(
  { organizations, companies }: Memberships,
  currentId: string | number | null,
): Place[] {
  const places = [
    ...organizations.map(({ id, name }) => ({
      id,
      place: { kind: "organization", name, href: `/organization/${id}` } as const,
    })),
    ...companies.map(({ id, name }) => ({
      id,
      place: { kind: "company", name, href: `/company/${id}/extensions` } as const,
    })),
  ];
  return places.filter(({ id }) => id !== currentId).map(({ place }) => place);
}
