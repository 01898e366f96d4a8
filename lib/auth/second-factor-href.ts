/** The part of their profile where a person turns on the second factor that an organization requires. */
export function secondFactorHref(organizationId: string): string {
  return `/profile?required_by=${organizationId}#second-factor`;
}
