/** The section of the profile where a person turns on the second factor. */
export function secondFactorHref(organizationId: string): string {
  return `/profile?required_by=${organizationId}#second-factor`;
}
